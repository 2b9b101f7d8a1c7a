package dev.dormouse.postgres.migrate;

import dev.dormouse.postgres.migrate.SchemaHistory.Entry;
import dev.dormouse.postgres.sql.SchemaName;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run: look, and if something is missing, lock, look again, apply, commit. Used by one thread, once. */
final class MigrationRun {
    private static final Logger LOG = LoggerFactory.getLogger(MigrationRun.class);

    private final MigrationPlan plan;
    private final SchemaName schema;
    private final SchemaHistory history;
    private final Duration lockTimeout;

    /** What is being executed, for the message if it fails. */
    private @Nullable Migration running;

    MigrationRun(MigrationPlan plan, Duration lockTimeout) {
        this.plan = plan;
        this.schema = plan.schema();
        this.history = new SchemaHistory(schema);
        this.lockTimeout = lockTimeout;
    }

    int installedVersion(DataSource dataSource) {
        return inTransactions(dataSource, connection -> {
            List<Entry> applied = look(connection);
            return applied.isEmpty() ? 0 : applied.get(applied.size() - 1).version();
        });
    }

    MigrationResult migrate(DataSource dataSource) {
        return inTransactions(dataSource, connection -> {
            List<Entry> applied = look(connection);
            return plan.pending(applied).isEmpty() ? unchanged() : applyLocked(connection);
        });
    }

    /** Reads in a transaction of its own, so that the next one starts with its settings. */
    private List<Entry> look(Connection connection) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        MigrationPlan.requireServer(server.getDatabaseMajorVersion(), server.getDatabaseProductVersion());
        List<Entry> applied = history.read(connection);
        connection.commit();
        return applied;
    }

    private MigrationResult applyLocked(Connection connection) throws SQLException {
        history.lock(connection, lockTimeout);
        List<Entry> applied = history.read(connection);
        List<Migration> pending = plan.pending(applied);
        for (Migration migration : pending) {
            apply(connection, migration);
        }
        connection.commit();
        return pending.isEmpty() ? unchanged() : changed(applied.size(), pending);
    }

    private void apply(Connection connection, Migration migration) throws SQLException {
        running = migration;
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(migration.sql(schema));
        }
    }

    private MigrationResult unchanged() {
        return new MigrationResult(plan.version(), plan.version(), List.of());
    }

    private MigrationResult changed(int fromVersion, List<Migration> applied) {
        LOG.info("schema={} migrated from={} to={}", schema.quoted(), fromVersion, plan.version());
        List<String> files = applied.stream().map(Migration::file).toList();
        return new MigrationResult(fromVersion, plan.version(), files);
    }

    private <T> T inTransactions(DataSource dataSource, Work<T> work) {
        try (Connection connection = dataSource.getConnection()) {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(false);
            try {
                return work.on(connection);
            } catch (SQLException | RuntimeException e) {
                rollback(connection, e);
                throw e;
            } finally {
                restore(connection, autoCommit);
            }
        } catch (SQLException e) {
            throw new MigrationErrors(schema).explain(e, running);
        }
    }

    private static void rollback(Connection connection, Exception reason) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            reason.addSuppressed(e); // the server rolls back what its client left
        }
    }

    private static void restore(Connection connection, boolean autoCommit) {
        try {
            connection.setAutoCommit(autoCommit);
        } catch (SQLException e) {
            LOG.debug("The connection broke during the migration", e); // its pool will find out
        }
    }

    /** What is done on the connection. */
    private interface Work<T> {
        T on(Connection connection) throws SQLException;
    }
}
