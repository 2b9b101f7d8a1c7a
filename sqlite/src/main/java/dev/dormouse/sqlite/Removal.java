package dev.dormouse.sqlite;

import dev.dormouse.provider.ProviderAdmin.Deleted;
import dev.dormouse.provider.ProviderAdmin.Force;
import dev.dormouse.provider.ProviderAdmin.InstanceFilter;
import dev.dormouse.provider.ProviderAdmin.Pruned;
import dev.dormouse.provider.ProviderException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Removes instances and old executions. Lists of instances travel as one JSON array. */
final class Removal {

    private Removal() {}

    static List<String> tree(Tx tx, String instance) throws SQLException {
        return tx.list("""
                with recursive tree (instance, depth) as (
                    select instance, 0 from instance where instance = ?1 and name is not null
                    union
                    select child.instance, depth + 1 from tree join instance as child on child.parent = tree.instance)
                select instance from tree order by depth, instance
                """, row -> row.getString(1), instance);
    }

    static Deleted delete(Tx tx, Collection<String> instances, Force force) throws SQLException {
        String list = Objects.requireNonNull(Json.strings(instances));
        refuse(tx, list, UNKNOWN, "there is no instance %s");
        refuse(tx, list, ORPHANED, "its child %s would be left behind: delete the whole tree");
        if (force == Force.ONLY_FINISHED) {
            refuse(tx, list, RUNNING, "%s is still running: cancel it first, or force the deletion");
        }
        return remove(tx, list);
    }

    private static final String UNKNOWN =
            "select value from json_each(?1) where value not in (select instance from instance) limit 1";

    private static final String ORPHANED = """
            select instance from instance
            where parent in (select value from json_each(?1)) and instance not in (select value from json_each(?1))
            limit 1
            """;

    private static final String RUNNING = """
            select instance from instance
            where instance in (select value from json_each(?1)) and status not in ('COMPLETED', 'FAILED')
            limit 1
            """;

    private static void refuse(Tx tx, String list, String offending, String why) throws SQLException {
        var offender = tx.first(offending, row -> row.getString(1), list);
        if (offender.isPresent()) {
            throw new ProviderException(
                    "Nothing was deleted of " + list + ": " + why.replace("%s", offender.get()), false, null);
        }
    }

    private static Deleted remove(Tx tx, String list) throws SQLException {
        long messages =
                (long) tx.update("delete from message where instance in (select value from json_each(?1))", list)
                        + tx.update("delete from work where instance in (select value from json_each(?1))", list);
        tx.update("delete from value where instance in (select value from json_each(?1))", list);
        tx.update("delete from value_change where instance in (select value from json_each(?1))", list);
        long events = tx.update("delete from history where instance in (select value from json_each(?1))", list);
        long executions = tx.update("delete from execution where instance in (select value from json_each(?1))", list);
        tx.list("select value from json_each(?1)", row -> row.getString(1), list)
                .forEach(tx.wakes::changed);
        long instances = tx.update("delete from instance where instance in (select value from json_each(?1))", list);
        return new Deleted(instances, executions, events, messages);
    }

    static Deleted deleteFinished(Tx tx, InstanceFilter filter) throws SQLException {
        Deleted total = new Deleted(0, 0, 0, 0);
        for (String root : finishedRoots(tx, filter)) {
            String tree = Objects.requireNonNull(Json.strings(tree(tx, root)));
            total = sum(total, remove(tx, tree));
        }
        return total;
    }

    private static List<String> finishedRoots(Tx tx, InstanceFilter filter) throws SQLException {
        return tx.list(
                """
                with recursive alive (instance) as (
                    select parent from instance where parent is not null and status not in ('COMPLETED', 'FAILED')
                    union
                    select above.parent from alive join instance as above on above.instance = alive.instance
                    where above.parent is not null)
                select instance from instance
                where parent is null and status in ('COMPLETED', 'FAILED') and instance not in (select instance from alive)
                  and (?1 is null or instance in (select value from json_each(?1)))
                  and (?2 is null or finished_at <= ?2)
                order by finished_at, id
                limit ?3
                """,
                row -> row.getString(1),
                Json.strings(filter.instances()),
                before(tx, filter.finishedFor()),
                filter.limit());
    }

    private static @Nullable Long before(Tx tx, @Nullable Duration ago) {
        return ago == null ? null : tx.now - ago.toMillis();
    }

    private static Deleted sum(Deleted one, Deleted other) {
        return new Deleted(
                one.instances() + other.instances(),
                one.executions() + other.executions(),
                one.events() + other.events(),
                one.messages() + other.messages());
    }

    static Pruned prune(Tx tx, String instance, int keepLast, @Nullable Duration finishedFor) throws SQLException {
        if (!tx.exists("select 1 from instance where instance = ?1 and name is not null", instance)) {
            throw new ProviderException("Nothing was pruned: there is no instance " + instance, false, null);
        }
        List<Long> old = tx.list("""
                select execution_id from (
                    select execution_id, status, finished_at from execution where instance = ?1
                    order by execution_id desc limit -1 offset ?2)
                where status <> 'RUNNING' and (?3 is null or finished_at <= ?3)
                """, row -> row.getLong(1), instance, Math.max(1, keepLast), before(tx, finishedFor));
        return new Pruned(1, old.size(), removeExecutions(tx, instance, Json.numbers(old)));
    }

    private static long removeExecutions(Tx tx, String instance, String executions) throws SQLException {
        tx.update(
                "delete from execution where instance = ?1 and execution_id in (select value from json_each(?2))",
                instance,
                executions);
        return tx.update(
                "delete from history where instance = ?1 and execution_id in (select value from json_each(?2))",
                instance,
                executions);
    }

    static Pruned pruneAll(Tx tx, InstanceFilter filter, int keepLast, @Nullable Duration finishedFor)
            throws SQLException {
        List<String> instances = tx.list(
                """
                select instance from instance
                where name is not null
                  and (?1 is null or instance in (select value from json_each(?1)))
                  and (?2 is null or finished_at <= ?2)
                order by id
                limit ?3
                """,
                row -> row.getString(1),
                Json.strings(filter.instances()),
                before(tx, filter.finishedFor()),
                filter.limit());
        Pruned total = new Pruned(0, 0, 0);
        for (String instance : instances) {
            Pruned one = prune(tx, instance, keepLast, finishedFor);
            total = new Pruned(
                    total.instances() + 1, total.executions() + one.executions(), total.events() + one.events());
        }
        return total;
    }
}
