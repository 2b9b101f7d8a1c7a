package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * What durable steps cannot do without, whatever runs them: that one was begun, and what each step came to before the next
 * one uses it, stands on the disk. So one row is inserted and committed for each, and that is all.
 */
final class FloorSequences implements Sequences {
    private static final int CONNECTIONS = 32;

    private final HikariDataSource pool;

    FloorSequences(Database database) throws SQLException {
        database.execute("CREATE TABLE floor_step (sequence bigint, step int, PRIMARY KEY (sequence, step))");
        pool = database.pool(CONNECTIONS);
    }

    @Override
    public void sequence(long id) throws SQLException {
        for (int step = 0; step <= STEPS; step++) {
            try (Connection connection = pool.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO floor_step VALUES (?, ?)")) {
                insert.setLong(1, id);
                insert.setInt(2, step);
                insert.executeUpdate();
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
