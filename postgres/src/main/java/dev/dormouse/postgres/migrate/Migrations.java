package dev.dormouse.postgres.migrate;

import dev.dormouse.postgres.sql.SchemaName;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Creates Dormouse's tables in a schema, or brings them up to this version. Immutable and safe to share.
 *
 * <p>Safe to call from every node at every start: where there is nothing to do it costs two small reads and no lock;
 * otherwise one node migrates in one transaction and the others wait for it.
 */
public final class Migrations {
    private static final Duration LOCK_TIMEOUT_DEFAULT = Duration.ofMinutes(5);

    private final SchemaName schema;
    private final List<Migration> known;
    private final Duration lockTimeout;

    Migrations(SchemaName schema, List<Migration> known, Duration lockTimeout) {
        this.schema = schema;
        this.known = List.copyOf(known);
        this.lockTimeout = lockTimeout;
    }

    public static Migrations of(SchemaName schema) {
        return new Migrations(schema, MigrationFiles.all(), LOCK_TIMEOUT_DEFAULT);
    }

    public static Migrations of(String schema) {
        return of(SchemaName.of(schema));
    }

    /** How long to wait for another node that is migrating; 5 minutes unless told. */
    public Migrations withLockTimeout(Duration lockTimeout) {
        if (lockTimeout.toMillis() <= 0 || lockTimeout.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "The lockTimeout " + lockTimeout + " is not between 1 ms and 24 days; give one that is.");
        }
        return new Migrations(schema, known, lockTimeout);
    }

    /** The version that this Dormouse migrates to. */
    public int version() {
        return known.size();
    }

    /** The version that the schema has now; 0 where it was never migrated. */
    public int installedVersion(DataSource dataSource) {
        return run().installedVersion(dataSource);
    }

    /**
     * Applies what is missing, all or nothing.
     *
     * @throws MigrationException if that is not possible; the schema is then as it was
     */
    public MigrationResult migrate(DataSource dataSource) {
        return run().migrate(dataSource);
    }

    /** All the SQL, for those who apply it by other means; it records itself, so migrate then finds nothing to do. */
    public String print() {
        return known.stream()
                .map(migration -> "-- " + migration.file() + "\n\n" + migration.sql(schema))
                .collect(Collectors.joining("\n"));
    }

    private MigrationRun run() {
        return new MigrationRun(new MigrationPlan(schema, known), lockTimeout);
    }
}
