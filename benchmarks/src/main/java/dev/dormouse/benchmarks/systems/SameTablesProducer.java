package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The rows that a job consists of, inserted by bare JDBC: no codec, no announcement, nobody told. */
record SameTablesProducer(HikariDataSource pool) implements Producer {

    private static final long LANE = 4711;
    private static final String ONE = """
            WITH added AS (
                INSERT INTO dormouse.job (lane, priority, queue, kind, payload) VALUES (?, 0, 'default', 'job', ?)
                RETURNING id
            )
            INSERT INTO dormouse.job_ready (lane, priority, id) SELECT ?, 0, id FROM added
            """;
    private static final String MANY = """
            WITH added AS (
                INSERT INTO dormouse.job (lane, priority, queue, kind, payload)
                SELECT ?, 0, 'default', 'job', convert_to('{"id":' || id || '}', 'UTF8')
                FROM generate_series(?::bigint, ?::bigint) AS id
                RETURNING id
            )
            INSERT INTO dormouse.job_ready (lane, priority, id) SELECT ?, 0, id FROM added
            """;

    @Override
    public void enqueue(long jobId) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(ONE)) {
            insert.setLong(1, LANE);
            insert.setBytes(2, ("{\"id\":" + jobId + "}").getBytes(StandardCharsets.UTF_8));
            insert.setLong(3, LANE);
            insert.executeUpdate();
        }
    }

    @Override
    public void enqueueAll(long firstId, int count) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(MANY)) {
            insert.setLong(1, LANE);
            insert.setLong(2, firstId);
            insert.setLong(3, firstId + count - 1);
            insert.setLong(4, LANE);
            insert.executeUpdate();
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
