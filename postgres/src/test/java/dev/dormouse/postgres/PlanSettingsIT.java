package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.postgres.migrate.Migrations;
import dev.dormouse.postgres.provider.PgProvider;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.testkit.TestSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever tells the planner what to leave must keep the server from compiling what seems dear for that. */
class PlanSettingsIT {

    private final TestSchema schema = TestSchema.create();
    private final SchemaName name = SchemaName.of(schema.name());

    @BeforeEach
    void migrate() {
        Migrations.of(name).migrate(schema.dataSource());
    }

    @AfterEach
    void close() {
        schema.close();
    }

    @ParameterizedTest
    @ValueSource(classes = {PgJobStore.class, PgOutboxStore.class, PgProvider.class})
    void statementsSwitchJitOffForTheirTransactionOnly(Class<?> owner) throws SQLException {
        try (Connection connection = schema.dataSource().getConnection()) {
            String before = text(connection, "show jit");
            connection.setAutoCommit(false);
            try (SqlCall call = SqlFiles.of(owner, name).load("plan").prepare(connection)) {
                if (call.has("flush")) {
                    call.set("flush", true);
                }
                call.query();
            }
            assertThat(text(connection, "show enable_seqscan")).isEqualTo("off");
            assertThat(text(connection, "show jit")).isEqualTo("off");
            connection.commit();
            assertThat(text(connection, "show jit")).isEqualTo(before);
        }
    }

    @Test
    void functionsThatSwitchScansOffSwitchJitOff() throws SQLException {
        try (Connection connection = schema.dataSource().getConnection()) {
            String functions = "select count(*) from pg_proc where pronamespace = '" + schema.name()
                    + "'::regnamespace and 'enable_seqscan=off' = any (proconfig)";
            assertThat(text(connection, functions)).isEqualTo("7");
            assertThat(text(connection, functions + " and 'jit=off' = any (proconfig)"))
                    .isEqualTo("7");
        }
    }

    private static String text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
