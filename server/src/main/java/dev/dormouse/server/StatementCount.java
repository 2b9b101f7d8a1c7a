package dev.dormouse.server;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import javax.sql.DataSource;

/** Counts the statements that touched one schema, as the server saw them; not all servers can tell. */
final class StatementCount {

    private final DataSource dataSource;
    private final String pattern;
    private final boolean available;

    StatementCount(DataSource dataSource, String quotedSchema) {
        this.dataSource = dataSource;
        this.pattern = "%" + quotedSchema + ".%";
        this.available = extensionReady();
    }

    /** How many so far; empty if the server does not count. */
    OptionalLong sum() throws SQLException {
        if (!available) {
            return OptionalLong.empty();
        }
        String sql = """
                select coalesce(sum(calls), 0) from pg_stat_statements
                where dbid = (select oid from pg_database where datname = current_database()) and query like ?
                """;
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, pattern);
            ResultSet rows = statement.executeQuery();
            rows.next();
            return OptionalLong.of(rows.getLong(1));
        }
    }

    private boolean extensionReady() {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create extension if not exists pg_stat_statements");
            statement.execute("select 1 from pg_stat_statements limit 1");
            return true;
        } catch (SQLException notThere) {
            return false;
        }
    }
}
