package dev.dormouse.postgres;

import dev.dormouse.node.NodeStore;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.wake.Sleepers;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Nodes, their leases, and who sleeps. */
final class PgNodeStore implements NodeStore {

    private final Database database;
    private final Sql join;
    private final Sql renew;
    private final Sql leave;
    private final Sql sleep;
    private final Sql awake;

    PgNodeStore(Database database) {
        this.database = database;
        SqlFiles files = SqlFiles.of(PgNodeStore.class, database.schema());
        this.join = files.load("join");
        this.renew = files.load("renew");
        this.leave = files.load("leave");
        this.sleep = files.load("sleep");
        this.awake = files.load("awake");
    }

    @Override
    public long join(String name, Duration lease) {
        return database.call("register the node", connection -> {
            try (SqlCall call = join.prepare(connection)) {
                ResultSet rows = call.set("name", name).set("lease", lease).query();
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    @Override
    public boolean renew(long node, Duration lease) {
        return database.call("renew the lease of node " + node, connection -> {
            try (SqlCall call = renew.prepare(connection)) {
                return call.set("node", node).set("lease", lease).update() == 1;
            }
        });
    }

    @Override
    public void leave(long node) {
        database.call("remove node " + node, connection -> {
            try (SqlCall call = leave.prepare(connection)) {
                return call.set("node", node).update();
            }
        });
    }

    Sleepers sleepers(LongSupplier node) {
        return new Sleepers() {
            @Override
            public void sleep(String queue) {
                mark(sleep, queue, node.getAsLong());
            }

            @Override
            public void awake(String queue) {
                mark(awake, queue, node.getAsLong());
            }

            @Override
            public long identity() {
                return node.getAsLong();
            }
        };
    }

    private void mark(Sql sql, String queue, long node) {
        database.call("say whether node " + node + " sleeps on " + queue, connection -> {
            try (SqlCall call = sql.prepare(connection)) {
                return call.set("queue", queue).set("node", node).update();
            }
        });
    }
}
