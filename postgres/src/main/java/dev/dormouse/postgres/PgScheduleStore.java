package dev.dormouse.postgres;

import dev.dormouse.jobs.schedule.ScheduleDefinition;
import dev.dormouse.jobs.schedule.ScheduleStatus;
import dev.dormouse.jobs.schedule.ScheduleStore;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Schedules in PostgreSQL. Thread-safe. */
final class PgScheduleStore implements ScheduleStore {

    private final Database database;
    private final PgDefine define;
    private final PgFire fire;
    private final Sql list;
    private final Sql pause;
    private final Sql resume;
    private final Sql remove;

    PgScheduleStore(Database database) {
        this.database = database;
        this.define = new PgDefine(database);
        this.fire = new PgFire(database);
        SqlFiles files = SqlFiles.of(PgScheduleStore.class, database.schema());
        this.list = files.load("list");
        this.pause = files.load("pause");
        this.resume = files.load("resume");
        this.remove = files.load("remove");
    }

    @Override
    public Optional<Duration> define(List<ScheduleDefinition> definitions) {
        return database.inTransaction(
                "define " + definitions.size() + " schedules", connection -> define.define(connection, definitions));
    }

    @Override
    public Fired fire(int max) {
        return database.inTransaction("fire what is scheduled", connection -> fire.fire(connection, max));
    }

    @Override
    public List<ScheduleStatus> list() {
        return database.call("list the schedules", connection -> read(connection, null));
    }

    @Override
    public Optional<ScheduleStatus> find(String name) {
        return database.call("find schedule " + name, connection -> read(connection, name)).stream()
                .findFirst();
    }

    private List<ScheduleStatus> read(Connection connection, @Nullable String name) throws SQLException {
        try (SqlCall call = list.prepare(connection)) {
            List<ScheduleStatus> schedules = new ArrayList<>();
            for (ResultSet rows = call.set("name", name).query(); rows.next(); ) {
                schedules.add(ScheduleRow.read(rows).status());
            }
            return schedules;
        }
    }

    @Override
    public boolean pause(String name) {
        return database.call("pause schedule " + name, connection -> update(connection, pause, name));
    }

    @Override
    public boolean remove(String name) {
        return database.call("remove schedule " + name, connection -> update(connection, remove, name));
    }

    private static boolean update(Connection connection, Sql sql, String name) throws SQLException {
        try (SqlCall call = sql.prepare(connection)) {
            return call.set("name", name).update() == 1;
        }
    }

    @Override
    public Optional<Duration> resume(String name) {
        return database.inTransaction("resume schedule " + name, connection -> {
            Optional<ScheduleLock> lock = define.lock(connection, name);
            if (lock.isEmpty() || !lock.get().paused()) {
                return lock.map(ScheduleLock::delay);
            }
            ScheduleLock next = lock.get().movedTo(lock.get().schedule());
            try (SqlCall call = resume.prepare(connection)) {
                call.set("name", name).set("next_fire_at", next.nextFireAt()).update();
            }
            return Optional.of(next.delay());
        });
    }
}
