package dev.dormouse.postgres;

import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.ResultSet;

/** The switch for the trigger that announces every row that becomes ready or scheduled, whoever inserts it. */
final class NotifyTrigger {

    private final Database database;
    private final Sql exists;
    private final Sql create;
    private final Sql drop;

    NotifyTrigger(Database database) {
        this.database = database;
        SqlFiles files = SqlFiles.of(NotifyTrigger.class, database.schema());
        this.exists = files.load("exists");
        this.create = files.load("create");
        this.drop = files.load("drop");
    }

    boolean exists() {
        return database.call("look for the trigger that announces jobs", connection -> {
            try (SqlCall call = exists.prepare(connection)) {
                ResultSet rows = call.query();
                return rows.next() && rows.getBoolean(1);
            }
        });
    }

    /** Locks the tables only if it is not there yet. */
    void create() {
        if (!exists()) {
            run("create", create);
        }
    }

    void drop() {
        run("drop", drop);
    }

    private void run(String verb, Sql sql) {
        database.inTransaction(verb + " the trigger that announces jobs", connection -> {
            try (SqlCall call = sql.prepare(connection)) {
                return call.update();
            }
        });
    }
}
