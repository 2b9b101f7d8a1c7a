package dev.dormouse.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class SchemaPerTestIT {

    @Test
    void everySchemaIsFresh() throws SQLException {
        try (TestSchema one = TestSchema.create();
                TestSchema other = TestSchema.create()) {
            assertThat(one.name()).isNotEqualTo(other.name());
            assertThat(count(one, one.name())).isOne();
        }
    }

    @Test
    void oneWithANameOfItsOwnIsDropped() throws SQLException {
        TestSchema.named("named").close();
        try (TestSchema later = TestSchema.create()) {
            assertThat(count(later, "named")).isZero();
        }
    }

    @Test
    void namesAreQuoted() throws SQLException {
        try (TestSchema schema = TestSchema.named("It's \"Odd\"")) {
            assertThat(count(schema, "It's \"Odd\"")).isOne();
        }
    }

    @Test
    void statementsAreCounted() throws SQLException {
        try (TestSchema schema = TestSchema.create();
                Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM pg_stat_statements")) {
            assertThat(rows.next()).isTrue();
        }
    }

    private static int count(TestSchema schema, String name) throws SQLException {
        try (Connection connection = schema.dataSource().getConnection();
                var statement = connection.prepareStatement("SELECT count(*) FROM pg_namespace WHERE nspname = ?")) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }
}
