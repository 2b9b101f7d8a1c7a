package dev.dormouse.postgres.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.dormouse.testkit.TestSchema;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SqlCallIT {
    @Test
    void everyTypeArrivesAsItWasSet() throws SQLException {
        try (TestSchema schema = TestSchema.create();
                Connection connection = schema.dataSource().getConnection();
                SqlCall call = files(schema).load("echo").prepare(connection);
                ResultSet row = setAll(call).query()) {
            assertThat(row.next()).isTrue();
            assertThat(row.getLong("longs")).isEqualTo(2L * Integer.MAX_VALUE);
            assertThat(row.getInt("int")).isEqualTo(-7);
            assertThat(row.getBoolean("boolean")).isTrue();
            assertThat(row.getString("text")).isEqualTo("it's :x ☃");
            assertThat(row.getBytes("bytes")).containsExactly(0, -1, 39);
            assertThat(row.getLong("duration")).isEqualTo(90_500);
            assertThat(row.getObject("instant", OffsetDateTime.class).toInstant())
                    .isEqualTo(Instant.ofEpochSecond(99));
            assertThat(row.getObject("long_null")).isNull();
            assertThat(row.getBoolean("int_null")).isTrue();
            assertThat(row.getString("text_null")).isNull();
            assertThat(row.getObject("instant_null")).isNull();
        }
    }

    @Test
    void arraysArriveInOrderWithTheirNulls() throws SQLException {
        try (TestSchema schema = TestSchema.create();
                Connection connection = schema.dataSource().getConnection();
                SqlCall call = files(schema).load("arrays").prepare(connection)) {
            call.set("longs", new long[] {1, Long.MAX_VALUE}).set("ints", new int[] {2, -2});
            call.set("shorts", new short[] {3, -3}).set("texts", new @Nullable String[] {"a\"b,{}", null});
            call.set("bytes", new byte[] @Nullable [] {null, {0, -1}});

            assertThat(single(call)).isEqualTo("1/2/3/a\"b,{}/null 9223372036854775807/-2/-3/null/00ff");
        }
    }

    @Test
    void emptyArraysAreEmpty() throws SQLException {
        try (TestSchema schema = TestSchema.create();
                Connection connection = schema.dataSource().getConnection();
                SqlCall call = files(schema).load("arrays").prepare(connection)) {
            call.set("longs", new long[0]).set("ints", new int[0]).set("shorts", new short[0]);
            call.set("texts", new String[0]).set("bytes", new byte[0][]);

            assertThat(single(call)).isNull();
        }
    }

    @Test
    void severalStatementsTravelTogether() throws SQLException {
        try (TestSchema schema = TestSchema.named("it's $$ \"%d\" :x".formatted(System.nanoTime()));
                Connection connection = schema.dataSource().getConnection();
                SqlCall call = files(schema).load("several").prepare(connection)) {
            ResultSet rows = call.set("ids", new long[] {3, 1}).set("name", "x").query();
            assertThat(rows.next()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(1);

            ResultSet next = call.nextRows();
            assertThat(next.next()).isTrue();
            assertThat(next.getString(1)).isEqualTo(schema.name());
            assertThatIllegalStateException().isThrownBy(call::nextRows).withMessageContaining("several.sql");
        }
    }

    @Test
    void updateCountsWhatAllStatementsChanged() throws SQLException {
        try (TestSchema schema = TestSchema.create();
                Connection connection = schema.dataSource().getConnection();
                SqlCall call = files(schema).load("several").prepare(connection)) {
            assertThat(call.set("ids", new long[] {3, 1}).set("name", "x").update())
                    .isEqualTo(2);
        }
    }

    @Test
    void statementsOfOneCallAreOneTransactionWhateverTheConnectionSaysOfStrings() throws SQLException {
        try (TestSchema schema = TestSchema.create();
                Connection connection = DriverManager.getConnection(schema.url() + "&stringtype=unspecified")) {
            // More than once: the driver may do otherwise once it knows what comes back.
            for (int i = 0; i < 3; i++) {
                try (SqlCall call =
                        files(schema).load("transaction", "echo", "transaction").prepare(connection)) {
                    String first = text(setAll(call).query());
                    assertThat(call.nextRows().next()).isTrue();
                    assertThat(text(call.nextRows())).isEqualTo(first);
                }
            }
        }
    }

    @Test
    void aParameterLeftUnsetIsNamedWithItsFile() throws SQLException {
        try (TestSchema schema = TestSchema.create();
                Connection connection = schema.dataSource().getConnection();
                SqlCall call = files(schema).load("several").prepare(connection)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> call.set("name", "x").query())
                    .withMessage("No value was set for [:ids] of sql/SqlCallIT/several.sql; set it before the call.");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> call.set("nmae", "x"))
                    .withMessageContaining(":nmae");
        }
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> SqlFiles.of(SqlCallIT.class, SchemaName.of("x")).load("missing"))
                .withMessageContaining("sql/SqlCallIT/missing.sql");
    }

    private static SqlFiles files(TestSchema schema) {
        return SqlFiles.of(SqlCallIT.class, SchemaName.of(schema.name()));
    }

    private static SqlCall setAll(SqlCall call) throws SQLException {
        call.set("long", (long) Integer.MAX_VALUE).set("int", -7).set("boolean", true);
        call.set("text", "it's :x ☃").set("bytes", new byte[] {0, -1, 39});
        call.set("duration", Duration.ofMillis(90_500)).set("instant", Instant.ofEpochSecond(99));
        call.set("text_null", (@Nullable String) null).set("instant_null", (@Nullable Instant) null);
        return call.set("long_null", (@Nullable Long) null).setNull("int_null", "int4");
    }

    private static @Nullable String single(SqlCall call) throws SQLException {
        return text(call.query());
    }

    private static @Nullable String text(ResultSet row) throws SQLException {
        assertThat(row.next()).isTrue();
        return row.getString(1);
    }
}
