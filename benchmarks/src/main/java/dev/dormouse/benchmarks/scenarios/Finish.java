package dev.dormouse.benchmarks.scenarios;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Waits until all handlers ran and the system has recorded that in the database. */
final class Finish {
    private static final long LOOK_NANOS = 2_000_000;

    private final Probe probe;
    private final String unfinishedQuery;

    Finish(Probe probe, String unfinishedQuery) {
        this.probe = probe;
        this.unfinishedQuery = unfinishedQuery;
    }

    /** Returns the {@link System#nanoTime()} at which everything was finished, or at which the deadline passed. */
    long await(LongAdder handled, long expected, Duration limit) throws SQLException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        while (handled.sum() < expected && System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return await(Duration.ofNanos(Math.max(0, deadlineNanos - System.nanoTime())));
    }

    /** As above, for handlers that run in other processes. */
    long await(Duration limit) throws SQLException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        try (Connection connection = probe.connectToTarget()) {
            long beforeLook = System.nanoTime();
            while (unfinished(connection) && beforeLook < deadlineNanos) {
                LockSupport.parkNanos(LOOK_NANOS);
                beforeLook = System.nanoTime();
            }
            return beforeLook; // the look itself is not the system's work
        }
    }

    private boolean unfinished(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(unfinishedQuery)) {
            return row.next();
        }
    }
}
