package dev.dormouse.benchmarks.systems;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Threads with a connection each that claim, run and delete batch after batch. */
final class FloorBatchWorker implements Worker {
    /** Between two looks at an empty table. Shorter takes CPU from the producers, longer makes pickup late. */
    private static final long PAUSE_NANOS = 2_000_000;

    private final Database database;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopping;

    FloorBatchWorker(Database database, int connections, Handler handler) throws SQLException {
        this.database = database;
        for (int i = 0; i < connections; i++) {
            FloorClaims claims = new FloorClaims(database.connect());
            Thread thread = new Thread(() -> run(claims, handler), "floor-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    private void run(FloorClaims claims, Handler handler) {
        try (claims) {
            while (!stopping) {
                if (claims.runBatch(handler) == 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The floor's worker failed", e);
        }
    }

    @Override
    public Producer producer(int width) {
        return new Floor().producer(new Setup(database, Purpose.THROUGHPUT, width));
    }

    @Override
    public void close() {
        stopping = true;
        threads.forEach(Threads::join);
    }
}
