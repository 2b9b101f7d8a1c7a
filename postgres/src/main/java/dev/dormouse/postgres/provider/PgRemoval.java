package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.provider.ProviderAdmin.Deleted;
import dev.dormouse.provider.ProviderAdmin.Force;
import dev.dormouse.provider.ProviderAdmin.InstanceFilter;
import dev.dormouse.provider.ProviderAdmin.Pruned;
import dev.dormouse.provider.ProviderException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Removes instances and old executions, each time all or nothing. */
final class PgRemoval {

    private final ProviderDatabase database;
    private final Sql lock;
    private final Sql orphan;
    private final Sql delete;
    private final Sql finishedRoots;
    private final Sql tree;
    private final Sql prune;
    private final Sql prunable;

    PgRemoval(ProviderDatabase database) {
        this.database = database;
        SqlFiles files = SqlFiles.of(PgProviderAdmin.class, database.schema());
        this.lock = files.load("lock");
        this.orphan = files.load("orphan");
        this.delete = files.load("delete");
        this.finishedRoots = files.load("finished_roots");
        this.tree = files.load("tree");
        this.prune = files.load("prune");
        this.prunable = files.load("prunable");
    }

    Deleted delete(Collection<String> instances, Force force) {
        String[] all = Set.copyOf(instances).toArray(String[]::new);
        if (all.length == 0) {
            return new Deleted(0, 0, 0, 0);
        }
        return database.inTransaction("delete " + all.length + " instances", connection -> {
            lock(connection, all, force);
            requireNoOrphan(connection, all);
            return delete(connection, all);
        });
    }

    /** Nothing can happen to them any more: turns, messages and new children all need these rows. */
    private void lock(Connection connection, String[] all, Force force) throws SQLException {
        Set<String> missing = new HashSet<>(Set.of(all));
        try (SqlCall call = lock.prepare(connection)) {
            for (ResultSet rows = call.set("instances", all).query(); rows.next(); ) {
                String instance = rows.getString("instance");
                missing.remove(instance);
                if (force == Force.ONLY_FINISHED && rows.getBoolean("started") && !rows.getBoolean("finished")) {
                    throw refused("instance " + instance + " is still running: cancel it first, or delete it by force");
                }
            }
        }
        if (!missing.isEmpty()) {
            throw notFound(missing.iterator().next());
        }
    }

    private void requireNoOrphan(Connection connection, String[] all) throws SQLException {
        try (SqlCall call = orphan.prepare(connection)) {
            ResultSet rows = call.set("instances", all).query();
            if (rows.next()) {
                throw refused("instance " + rows.getString("parent") + " has the child " + rows.getString("instance")
                        + ", which would be an orphan: delete the whole tree");
            }
        }
    }

    private Deleted delete(Connection connection, String[] all) throws SQLException {
        try (SqlCall call = delete.prepare(connection)) {
            ResultSet rows = call.set("instances", all).query();
            rows.next();
            return new Deleted(
                    rows.getLong("instances"),
                    rows.getLong("executions"),
                    rows.getLong("events"),
                    rows.getLong("messages"));
        }
    }

    Deleted deleteFinished(InstanceFilter filter) {
        List<String> all = database.call(
                "look for finished instances",
                connection -> finishedTrees(connection, matching(connection, finishedRoots, filter)));
        return delete(all, Force.ONLY_FINISHED);
    }

    /** The roots with all that they started, without those of which something still runs. */
    private List<String> finishedTrees(Connection connection, List<String> roots) throws SQLException {
        Map<String, List<String>> trees = new HashMap<>();
        Set<String> running = new HashSet<>();
        try (SqlCall call = tree.prepare(connection)) {
            ResultSet rows = call.set("roots", roots.toArray(String[]::new)).query();
            while (rows.next()) {
                String root = rows.getString("root");
                trees.computeIfAbsent(root, absent -> new ArrayList<>()).add(rows.getString("instance"));
                if (!rows.getBoolean("finished")) {
                    running.add(root);
                }
            }
        }
        trees.keySet().removeAll(running);
        return trees.values().stream().flatMap(List::stream).toList();
    }

    private static List<String> matching(Connection connection, Sql sql, InstanceFilter filter) throws SQLException {
        Collection<String> instances = filter.instances();
        try (SqlCall call = sql.prepare(connection)) {
            call.set("any_instance", instances == null);
            call.set("instances", instances == null ? new String[0] : instances.toArray(String[]::new));
            call.set("finished_for", filter.finishedFor()).set("limit", filter.limit());
            List<String> found = new ArrayList<>();
            for (ResultSet rows = call.query(); rows.next(); ) {
                found.add(rows.getString("instance"));
            }
            return found;
        }
    }

    Pruned prune(String instance, int keepLast, @Nullable Duration finishedFor) {
        return database.inTransaction("prune instance " + instance, connection -> {
            try (SqlCall call = lock.prepare(connection)) {
                if (!call.set("instances", new String[] {instance}).query().next()) {
                    throw notFound(instance);
                }
            }
            return prune(connection, List.of(instance), keepLast, finishedFor);
        });
    }

    Pruned pruneAll(InstanceFilter filter, int keepLast, @Nullable Duration finishedFor) {
        return database.inTransaction(
                "prune instances",
                connection -> prune(connection, matching(connection, prunable, filter), keepLast, finishedFor));
    }

    private Pruned prune(Connection connection, List<String> instances, int keepLast, @Nullable Duration finishedFor)
            throws SQLException {
        try (SqlCall call = prune.prepare(connection)) {
            call.set("instances", instances.toArray(String[]::new)).set("keep", Math.max(1, keepLast));
            ResultSet rows = call.set("finished_for", finishedFor).query();
            rows.next();
            return new Pruned(rows.getLong("instances"), rows.getLong("executions"), rows.getLong("events"));
        }
    }

    private static ProviderException notFound(String instance) {
        return refused("instance " + instance + " was not found");
    }

    private static ProviderException refused(String why) {
        return new ProviderException("Nothing was removed: " + why, false, null);
    }
}
