package dev.dormouse.postgres.migrate;

import static dev.dormouse.postgres.migrate.Database.execute;
import static dev.dormouse.postgres.migrate.Database.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.testkit.TestSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

final class MigrationsIT {
    private static final AtomicInteger ROLES = new AtomicInteger();
    private static final int VERSION = MigrationFiles.NAMES.size();

    private final TestSchema schema = TestSchema.create();
    private final DataSource database = schema.dataSource();
    private final Migrations migrations = Migrations.of(schema.name());

    /** A migration creates its schema itself. */
    @BeforeEach
    void drop() throws SQLException {
        execute(database, "drop schema " + schema.quotedName());
    }

    @AfterEach
    void close() {
        schema.close();
    }

    @Test
    void theFirstRunAppliesAllAndTheSecondNothing() {
        assertThat(migrations.installedVersion(database)).isZero();

        assertThat(migrations.migrate(database)).isEqualTo(new MigrationResult(0, VERSION, MigrationFiles.NAMES));
        assertThat(migrations.migrate(database)).isEqualTo(new MigrationResult(VERSION, VERSION, List.of()));
        assertThat(migrations.installedVersion(database)).isEqualTo(VERSION).isEqualTo(migrations.version());
    }

    @Test
    void anUpgradeAppliesOnlyWhatIsNew() throws SQLException {
        migrations.migrate(database);

        MigrationResult result = with("create table {schema}.nut (id int)").migrate(database);

        assertThat(result.fromVersion()).isEqualTo(VERSION);
        assertThat(result.applied()).hasSize(1);
        assertThat(tables()).contains("nut");
    }

    @Test
    void printedSqlDoesTheSameAndIsRecorded() throws SQLException {
        execute(database, migrations.print());

        assertThat(migrations.print()).contains("-- V001__base.sql").contains(schema.quotedName() + ".migration");
        assertThat(migrations.migrate(database).changed()).isFalse();
    }

    @Test
    void aFailureInTheMiddleLeavesNothing() throws SQLException {
        assertThatThrownBy(() ->
                        with("create table {schema}.nut (id int); select 1/0").migrate(database))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("division by zero")
                .hasMessageContaining(schema.quotedName())
                .hasMessageContaining("nothing was changed");

        assertThat(schemas()).isEmpty();
        assertThat(migrations.migrate(database).changed()).isTrue();
    }

    @Test
    void aConnectionKilledInTheMiddleLeavesNothing() throws SQLException {
        try (Connection gate = database.getConnection()) {
            String lock = "pg_advisory_lock(hashtextextended('gate of " + schema.name() + "', 0))";
            query(gate, "select " + lock);
            var run = CompletableFuture.supplyAsync(() -> with("select " + lock).migrate(database));
            String blocked = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
                    + " and wait_event = 'advisory' and query like '%" + schema.name() + "%'";
            await().atMost(Duration.ofSeconds(60)).until(() -> query(database, blocked), rows -> rows.contains("t"));

            assertThatThrownBy(run::join)
                    .cause()
                    .isInstanceOf(MigrationException.class)
                    .hasMessageContaining("Cannot reach the database");
        }

        assertThat(schemas()).isEmpty();
        assertThat(migrations.migrate(database).changed()).isTrue();
    }

    @Test
    void aChangedFileIsRefused() throws SQLException {
        migrations.migrate(database);
        execute(database, "update " + schema.quotedName() + ".migration set checksum = 'abc' where version = 1");

        assertThatThrownBy(() -> migrations.migrate(database))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("V001__base.sql")
                .hasMessageContaining("checksum abc");
    }

    @Test
    void aNewerSchemaIsRefused() {
        with("select 1").migrate(database);

        assertThatThrownBy(() -> migrations.migrate(database))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("knows only " + VERSION);
    }

    @Test
    void aTableOfSomebodyElseIsRefused() throws SQLException {
        execute(database, "create schema " + schema.quotedName());
        execute(database, "create table " + schema.quotedName() + ".migration (id int)");

        assertThatThrownBy(() -> migrations.migrate(database))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("choose a schema of its own");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Capitals",
                "sp ace",
                "quo\"te",
                "it's",
                "dollar$$do$do$",
                "semi;colon -- :name /* {schema_name} {channel} ?",
                "back\\slash",
                "new\nline",
                "ヤマネは冬眠する小さな動物です。。。。",
                "sixty-three-bytes-is-all-that-postgresql-keeps-of-an-identifier",
                "select",
            })
    void anySchemaNameWorks(String name) throws SQLException {
        try (TestSchema odd = TestSchema.named(name)) {
            execute(database, "drop schema " + odd.quotedName());
            Migrations oddMigrations = Migrations.of(name);

            assertThat(oddMigrations.migrate(database).changed()).isTrue();
            assertThat(oddMigrations.migrate(database).changed()).isFalse();
            assertThat(query(database, "select name from " + odd.quotedName() + ".migration where version = 1"))
                    .containsExactly("base");
            execute(database, "drop schema " + odd.quotedName() + " cascade");
            execute(database, oddMigrations.print());
            assertThat(oddMigrations.installedVersion(database)).isEqualTo(VERSION);
        }
    }

    @Test
    void twoSchemasAreIndependent() throws SQLException {
        try (TestSchema other = TestSchema.create()) {
            with("create table {schema}.nut (id int)").migrate(database);
            Migrations.of(other.name()).migrate(database);
            execute(database, "drop schema " + schema.quotedName() + " cascade");

            assertThat(Migrations.of(other.name()).installedVersion(database)).isEqualTo(VERSION);
            assertThat(migrations.installedVersion(database)).isZero();
        }
    }

    @Test
    void nothingStaysBehindInTheSession() throws SQLException {
        String settings = "select setting from pg_settings where name in ('search_path', 'lock_timeout',"
                + " 'statement_timeout', 'client_min_messages', 'default_transaction_isolation') order by name";
        String locks = "select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()";
        try (HikariDataSource pool = poolOfOne()) {
            List<String> before = query(pool, settings);

            migrations.migrate(pool);

            assertThat(query(pool, settings)).isEqualTo(before);
            assertThat(query(pool, locks)).isEmpty();
        }
    }

    @Test
    void defaultsOfTheRoleDoNotDisturb() throws SQLException {
        DataSource odd = Database.withOptions(
                "-c default_transaction_isolation=serializable -c statement_timeout=5s" + " -c search_path=nowhere");

        assertThat(migrations.migrate(odd).changed()).isTrue();
    }

    @Test
    void theLockIsOnlyTakenWhenThereIsSomethingToDo() throws SQLException {
        Migrations impatient = migrations.withLockTimeout(Duration.ofMillis(50));
        try (Connection other = database.getConnection()) {
            String key = "hashtextextended('dormouse migration of " + schema.quotedName() + "', 0)";
            query(other, "select pg_advisory_lock(" + key + ")");
            assertThatThrownBy(() -> impatient.migrate(database))
                    .isInstanceOf(MigrationException.class)
                    .hasMessageContaining("Gave up waiting for a lock");

            query(other, "select pg_advisory_unlock(" + key + ")");
            impatient.migrate(database);
            query(other, "select pg_advisory_lock(" + key + ")");
            assertThat(impatient.migrate(database).changed()).isFalse();
        }
    }

    @Test
    void aRoleThatOwnsOnlyItsSchemaCanMigrate() throws SQLException {
        withRole(role -> {
            execute(database, "create schema " + schema.quotedName() + " authorization " + role);

            assertThat(migrations
                            .migrate(Database.withOptions("-c role=" + role))
                            .changed())
                    .isTrue();
            assertThat(query(database, "select applied_by from " + schema.quotedName() + ".migration"))
                    .contains(role);
        });
    }

    @Test
    void aRoleThatMayNotCreateIsToldWhatToDo() throws SQLException {
        withRole(role -> {
            DataSource limited = Database.withOptions("-c role=" + role);
            assertThatThrownBy(() -> migrations.migrate(limited))
                    .isInstanceOf(MigrationException.class)
                    .hasMessageContaining("permission denied for database")
                    .hasMessageContaining("CREATE SCHEMA " + schema.quotedName() + " AUTHORIZATION");

            execute(database, "create schema " + schema.quotedName());
            execute(database, "grant usage on schema " + schema.quotedName() + " to " + role);
            assertThatThrownBy(() -> migrations.migrate(limited))
                    .isInstanceOf(MigrationException.class)
                    .hasMessageContaining("permission denied for schema");
        });
    }

    @Test
    void aReadOnlyConnectionIsToldWhatToDo() {
        assertThatThrownBy(() -> migrations.migrate(Database.withOptions("-c default_transaction_read_only=on")))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("read-only")
                .hasMessageContaining("primary");
    }

    @Test
    void aServerThatIsNotThereIsSaidInOneSentence() {
        var nowhere = new PGSimpleDataSource();
        nowhere.setUrl("jdbc:postgresql://127.0.0.1:1/x?user=x");

        assertThatThrownBy(() -> migrations.migrate(nowhere))
                .isInstanceOf(MigrationException.class)
                .hasMessageContaining("Cannot reach the database")
                .hasMessageContaining("127.0.0.1:1");
    }

    /** The shipped migrations and one more. */
    private Migrations with(String sql) {
        var known = new ArrayList<>(MigrationFiles.all());
        known.add(Migration.of("V%03d__more.sql".formatted(VERSION + 1), sql + ";"));
        return new Migrations(SchemaName.of(schema.name()), known, Duration.ofMinutes(1));
    }

    private HikariDataSource poolOfOne() {
        var config = new HikariConfig();
        config.setDataSource(database);
        config.setMaximumPoolSize(1);
        return new HikariDataSource(config);
    }

    private List<String> schemas() throws SQLException {
        return query(database, "select nspname from pg_namespace where nspname = '" + schema.name() + "'");
    }

    private List<String> tables() throws SQLException {
        return query(database, "select tablename from pg_tables where schemaname = '" + schema.name() + "'");
    }

    private void withRole(RoleTest test) throws SQLException {
        String role = "limited_" + ProcessHandle.current().pid() + "_" + ROLES.incrementAndGet();
        execute(database, "create role " + role);
        try {
            test.as(role);
        } finally {
            execute(database, "drop owned by " + role + " cascade");
            execute(database, "drop role " + role);
        }
    }

    /** What a test does with a role that has no rights. */
    private interface RoleTest {
        void as(String role) throws SQLException;
    }
}
