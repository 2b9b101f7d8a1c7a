package dev.dormouse.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A fresh, empty schema on the shared server. One with a name that nobody else has stays until that server ends with its JVM:
 * to drop a schema takes half as long as to fill it, and makes the file system slow to find room for the next one.
 */
public final class TestSchema implements AutoCloseable {

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String name;
    private final boolean dropped;
    private final PGSimpleDataSource dataSource;

    private TestSchema(String name, boolean dropped) {
        this.name = name;
        this.dropped = dropped;
        this.dataSource = new PGSimpleDataSource();
        dataSource.setUrl(TestPostgres.shared().jdbcUrl());
    }

    /** A schema with a name nobody else has. */
    public static TestSchema create() {
        return made(new TestSchema("test_" + ProcessHandle.current().pid() + "_" + COUNT.incrementAndGet(), false));
    }

    /** A schema of that very name, which must not exist yet; dropped with all it holds when closed. */
    public static TestSchema named(String name) {
        return made(new TestSchema(name, true));
    }

    private static TestSchema made(TestSchema schema) {
        schema.execute("CREATE SCHEMA " + schema.quotedName());
        return schema;
    }

    public String name() {
        return name;
    }

    /** The name as it is written in SQL. */
    public String quotedName() {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /** Opens a new connection each time; the search path is the server's, not this schema. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** The URL of the database, user included. */
    public String url() {
        return TestPostgres.shared().jdbcUrl();
    }

    @Override
    public void close() {
        if (dropped) {
            execute("DROP SCHEMA IF EXISTS " + quotedName() + " CASCADE");
        }
    }

    private void execute(String sql) {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("\"" + sql + "\" failed: " + e.getMessage(), e);
        }
    }
}
