package dev.dormouse.postgres.fault;

import dev.dormouse.embedded.EmbeddedPostgres;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.testkit.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.postgresql.ds.PGSimpleDataSource;

/** A PostgreSQL server of the test's own and the worker processes on it, dead ones included. Thread-safe. */
final class Cluster implements AutoCloseable {

    static final int SLOTS = 24;

    final EmbeddedPostgres server;
    final Path folder;
    final Duration lease;
    private final Duration grace;
    private final List<Worker> workers = new CopyOnWriteArrayList<>();

    private Cluster(EmbeddedPostgres server, Path folder, Duration lease, Duration grace) {
        this.server = server;
        this.folder = folder;
        this.lease = lease;
        this.grace = grace;
    }

    /** An empty database, with the tables ready; what the workers write is kept in {@code target/} under this name. */
    static Cluster start(String name, Duration lease, Duration grace) throws IOException, SQLException {
        Path folder = Path.of("target", "fault", name + "-" + System.currentTimeMillis());
        Files.createDirectories(folder);
        Cluster cluster = new Cluster(EmbeddedPostgres.start(TestPostgres.config()), folder, lease, grace);
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(cluster.server.jdbcUrl());
        Postgres.at(dataSource).prepare();
        try (Connection connection = cluster.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("create table effects (job_id bigint not null, n bigint not null, worker text not null)");
        }
        return cluster;
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl() + "&ApplicationName=checker");
    }

    Worker addWorker(String name) throws IOException {
        Worker worker = Worker.start(new WorkerSettings(server.jdbcUrl(), name, folder, SLOTS, lease, grace));
        workers.add(worker);
        return worker;
    }

    /** Every worker there ever was. */
    List<Worker> all() {
        return workers;
    }

    List<Worker> alive() {
        return workers.stream().filter(worker -> worker.process.isAlive()).toList();
    }

    /** How many handlers have run, or nearly so: two entries each. */
    long executions() throws IOException {
        long entries = 0;
        for (Worker worker : workers) {
            entries += worker.entries();
        }
        return entries / 2;
    }

    /** Alive, listening, every slot free, no connection borrowed: all of them. */
    boolean atRest() throws IOException {
        for (Worker worker : alive()) {
            Optional<WorkerState> state = worker.state();
            if (state.isEmpty() || !state.get().atRest()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        for (Worker worker : workers) {
            worker.process.destroyForcibly();
        }
        server.close();
    }
}
