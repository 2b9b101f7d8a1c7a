package dev.dormouse.benchmarks.systems;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/** One thread: LISTEN, and one claim statement whenever something was heard, on the same connection. */
final class FloorListeningWorker implements Worker {
    /** How long one wait for notifications lasts; it costs no statement. */
    private static final int WAIT_MILLIS = 100;

    private final Database database;
    private final Connection connection;
    private final Thread thread;
    private volatile boolean stopping;

    FloorListeningWorker(Database database, Handler handler) throws SQLException {
        this.database = database;
        connection = database.connect();
        try (Statement listen = connection.createStatement()) {
            listen.execute("LISTEN floor");
        }
        thread = new Thread(() -> run(handler), "floor-listener");
        thread.start();
    }

    private void run(Handler handler) {
        try (FloorClaims claims = new FloorClaims(connection)) {
            PGConnection listener = connection.unwrap(PGConnection.class);
            claims.runBatch(handler);
            while (!stopping) {
                if (listener.getNotifications(WAIT_MILLIS).length > 0) {
                    claims.runBatch(handler);
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The floor's listener failed", e);
        }
    }

    @Override
    public Producer producer(int width) {
        return new Floor().producer(new Setup(database, Purpose.LATENCY, width));
    }

    @Override
    public void close() {
        stopping = true;
        Threads.join(thread);
    }
}
