package dev.dormouse.benchmarks.systems;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/** The floor's two statements on one connection, each in a transaction of its own. Not thread-safe. */
final class FloorClaims implements AutoCloseable {
    private final Connection connection;
    private final PreparedStatement claim;
    private final PreparedStatement delete;
    private final long[] batch = new long[Floor.BATCH];

    FloorClaims(Connection connection) throws SQLException {
        this.connection = connection;
        // The plan is made once and kept: made while the table is empty, it would scan and sort it for ever.
        try (Statement settings = connection.createStatement()) {
            settings.execute("SET enable_seqscan = off; SET enable_sort = off");
        }
        // A MATERIALIZED candidate list keeps the LIMIT exact; the limit is a literal so that the plan fits it. Joined
        // by ctid, since for a thousand ids the planner would rather scan the whole table.
        claim = connection.prepareStatement("""
                WITH candidate AS MATERIALIZED (
                    SELECT ctid FROM floor_job WHERE NOT taken ORDER BY id LIMIT %d FOR NO KEY UPDATE SKIP LOCKED)
                UPDATE floor_job SET taken = true FROM candidate WHERE floor_job.ctid = candidate.ctid
                RETURNING floor_job.id
                """.formatted(Floor.BATCH));
        delete = connection.prepareStatement("DELETE FROM floor_job WHERE id = ANY (?)");
    }

    /** Claims, runs and deletes up to a batch; returns how many there were. */
    int runBatch(Handler handler) throws SQLException {
        int count = claim();
        for (int i = 0; i < count; i++) {
            handler.handle(batch[i]);
        }
        if (count > 0) {
            deleteBatch(count);
        }
        return count;
    }

    private int claim() throws SQLException {
        int count = 0;
        try (ResultSet claimed = claim.executeQuery()) {
            while (claimed.next()) {
                batch[count++] = claimed.getLong(1);
            }
        }
        return count;
    }

    private void deleteBatch(int count) throws SQLException {
        Array ids = connection.createArrayOf(
                "bigint", Arrays.stream(batch, 0, count).boxed().toArray());
        delete.setArray(1, ids);
        delete.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
