package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.systems.Database;
import dev.dormouse.embedded.EmbeddedPostgres;
import dev.dormouse.embedded.EmbeddedPostgresConfig;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** The one durable PostgreSQL of a run: a role for the systems, another for the harness, a database per system. */
final class Server implements AutoCloseable {
    private static final String SYSTEMS_ROLE = "bench";

    private final EmbeddedPostgres postgres;
    private final Database administration;
    private final AtomicInteger databases = new AtomicInteger();

    private Server(EmbeddedPostgres postgres) {
        this.postgres = postgres;
        administration = new Database(url("postgres"), EmbeddedPostgres.USER, "");
    }

    static Server start() throws SQLException {
        // Durable by default; named here because the figures depend on it. The rest is sized for the biggest pools
        // and keeps a checkpoint from falling into some systems' runs and not into others'.
        Server server = new Server(EmbeddedPostgres.start(EmbeddedPostgresConfig.defaults()
                .withSetting("fsync", "on")
                .withSetting("synchronous_commit", "on")
                .withSetting("full_page_writes", "on")
                .withSetting("shared_preload_libraries", "pg_stat_statements")
                .withSetting("max_connections", "400")
                .withSetting("shared_buffers", "512MB")
                .withSetting("max_wal_size", "4GB")
                .withSetting("checkpoint_timeout", "30min")));
        server.administration.execute("CREATE EXTENSION pg_stat_statements");
        server.administration.execute("CREATE ROLE " + SYSTEMS_ROLE + " LOGIN");
        return server;
    }

    /** An empty database for one trial. */
    Database freshDatabase(String system) throws SQLException {
        String name = "bench_" + system.replace('-', '_') + "_" + databases.incrementAndGet();
        administration.execute("CREATE DATABASE " + name + " OWNER " + SYSTEMS_ROLE);
        return new Database(url(name), SYSTEMS_ROLE, "");
    }

    /** Whoever still uses it is thrown out. */
    void drop(Database database) throws SQLException {
        String name = database.url().substring(database.url().lastIndexOf('/') + 1);
        administration.execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }

    Database administration() {
        return administration;
    }

    String version() {
        return postgres.version();
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/" + database;
    }

    @Override
    public void close() {
        postgres.close();
    }
}
