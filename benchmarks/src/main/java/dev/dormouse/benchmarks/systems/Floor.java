package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Bare JDBC doing the least work that could possibly serve: a table of two columns, one statement to claim, one to
 * delete. It has no retries, no leases, no history, no payload; what a real queue costs beyond it is the price of those.
 */
final class Floor implements SystemUnderTest {
    static final int BATCH = 1000;

    @Override
    public String name() {
        return "floor";
    }

    @Override
    public void install(Database database, Purpose purpose) throws Exception {
        if (purpose == Purpose.SAME_TABLES) {
            new DormouseJobs().install(database, purpose);
            return;
        }
        // Half-empty pages have room for the row that a claim writes, so that it needs no new index entry.
        database.execute("""
                CREATE TABLE floor_job (id bigint PRIMARY KEY, taken boolean NOT NULL DEFAULT false)
                WITH (fillfactor = 45)
                """);
        if (purpose != Purpose.THROUGHPUT) {
            database.execute("""
                    CREATE FUNCTION floor_wake() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN PERFORM pg_notify('floor', ''); RETURN NULL; END $$;
                    CREATE TRIGGER floor_wake AFTER INSERT ON floor_job
                    FOR EACH STATEMENT EXECUTE FUNCTION floor_wake()
                    """);
        }
    }

    @Override
    public Producer producer(Setup setup) {
        HikariDataSource pool = setup.database().pool(setup.width());
        return setup.purpose() == Purpose.SAME_TABLES ? new SameTablesProducer(pool) : new FloorProducer(pool);
    }

    @Override
    public Worker worker(Setup setup, Handler handler) throws SQLException {
        return setup.purpose() == Purpose.THROUGHPUT
                ? new FloorBatchWorker(setup.database(), setup.width(), handler)
                : new FloorListeningWorker(setup.database(), handler);
    }

    @Override
    public Map<String, Sequences.Opener> sequences() {
        return Map.of("postgres", FloorSequences::new);
    }

    @Override
    public Optional<Outboxes> outbox() {
        return Optional.of(new Outboxes.OfJobs(this));
    }

    @Override
    public String unfinishedQuery() {
        return "SELECT 1 FROM floor_job LIMIT 1";
    }

    /** Two connections keep both the server and the client busy; the handlers run on the same two threads. */
    @Override
    public int bestSlots() {
        return 2;
    }

    @Override
    public boolean polls() {
        return false;
    }

    @Override
    public List<Integer> drainSlots() {
        return List.of(bestSlots());
    }

    @Override
    public int drainJobs() {
        return 200_000;
    }

    @Override
    public List<Purpose> enqueuePurposes() {
        return List.of(Purpose.THROUGHPUT, Purpose.WAKES, Purpose.SAME_TABLES);
    }

    private record FloorProducer(HikariDataSource pool) implements Producer {
        @Override
        public void enqueue(long jobId) throws SQLException {
            try (Connection connection = pool.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO floor_job (id) VALUES (?)")) {
                insert.setLong(1, jobId);
                insert.executeUpdate();
            }
        }

        @Override
        public void enqueueAll(long firstId, int count) throws SQLException {
            try (Connection connection = pool.getConnection();
                    PreparedStatement insert = connection.prepareStatement(
                            "INSERT INTO floor_job (id) SELECT generate_series(?::bigint, ?::bigint)")) {
                insert.setLong(1, firstId);
                insert.setLong(2, firstId + count - 1);
                insert.executeUpdate();
            }
        }

        @Override
        public void close() {
            pool.close();
        }
    }
}
