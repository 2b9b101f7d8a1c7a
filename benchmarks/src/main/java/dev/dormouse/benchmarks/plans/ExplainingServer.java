package dev.dormouse.benchmarks.plans;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.embedded.EmbeddedPostgres;
import dev.dormouse.embedded.EmbeddedPostgresConfig;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A server of its own that can be told to explain whatever is run. */
final class ExplainingServer implements AutoCloseable {
    private final EmbeddedPostgres postgres;

    private ExplainingServer(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    /** What is worth explaining while it is done. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    static ExplainingServer start() {
        return new ExplainingServer(EmbeddedPostgres.start(EmbeddedPostgresConfig.defaults()
                .withSetting("shared_preload_libraries", "pg_stat_statements,auto_explain")
                .withSetting("auto_explain.log_analyze", "on")
                .withSetting("auto_explain.log_buffers", "on")
                .withSetting("auto_explain.log_parameter_max_length", "0")
                .withSetting("log_line_prefix", ExplainLog.PREFIX)
                .withSetting("shared_buffers", "512MB")
                .withSetting("max_wal_size", "4GB")));
    }

    String version() {
        return postgres.version();
    }

    HikariDataSource freshDatabase(String name) throws SQLException {
        execute("postgres", "CREATE DATABASE " + name);
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.jdbcUrl(name));
        config.setMaximumPoolSize(8);
        return new HikariDataSource(config);
    }

    /** The calls made by everybody while this is done. */
    List<ExplainedCall> explain(Work work) throws Exception {
        Path log = postgres.dataFolder().resolve("postgres.log");
        long before = ExplainLog.length(log);
        switchTo("0");
        try {
            work.run();
        } finally {
            switchTo("-1");
        }
        return ExplainLog.readFrom(log, before);
    }

    /** Every session takes it up with its next statement. */
    private void switchTo(String minDuration) throws SQLException {
        execute("postgres", "ALTER SYSTEM SET auto_explain.log_min_duration = " + minDuration);
        execute("postgres", "SELECT pg_reload_conf()");
    }

    void analyze(String database) throws SQLException {
        execute(database, "VACUUM (ANALYZE)");
    }

    long count(String database, String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl(database));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM dormouse." + table)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void execute(String database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl(database));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        postgres.close();
    }
}
