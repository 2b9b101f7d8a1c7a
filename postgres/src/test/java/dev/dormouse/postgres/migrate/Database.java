package dev.dormouse.postgres.migrate;

import dev.dormouse.testkit.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Short words for what the migration tests do with the shared server. */
final class Database {
    private Database() {}

    /** Connections that start with these settings, for example {@code -c role=viewer}. */
    static DataSource withOptions(String options) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setUrl(TestPostgres.shared().jdbcUrl());
        dataSource.setOptions(options);
        return dataSource;
    }

    static void execute(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, sql);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of all rows. */
    static List<String> query(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return query(connection, sql);
        }
    }

    static List<String> query(Connection connection, String sql) throws SQLException {
        var values = new ArrayList<String>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }
}
