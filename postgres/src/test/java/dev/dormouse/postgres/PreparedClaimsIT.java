package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.jobs.ClaimRequest;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a connection has to prepare first makes a pickup late by milliseconds. */
class PreparedClaimsIT {

    @Test
    void claimsAfterARestAreOneStatementWhetherTheyRenewTheLeaseOrNot() throws SQLException {
        try (TestSchema schema = TestSchema.create();
                HikariDataSource pool = oneConnection(schema)) {
            Postgres postgres = Postgres.at(pool, schema.name());
            postgres.prepare(WakeSettings.defaults());
            long node = postgres.nodes().join("claims", Duration.ofMinutes(1));
            claim(postgres, node, Duration.ofMinutes(1));
            assertThat(claimsPrepared(pool)).isEqualTo(1);
            claim(postgres, node, null);
            assertThat(claimsPrepared(pool)).isEqualTo(1);
        }
    }

    private static void claim(Postgres postgres, long node, @Nullable Duration lease) {
        postgres.jobs().exchange(new ClaimRequest(node, "default", List.of("nut"), 1, lease, false), List.of());
    }

    private static HikariDataSource oneConnection(TestSchema schema) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.url());
        config.setMaximumPoolSize(1);
        return new HikariDataSource(config);
    }

    private static int claimsPrepared(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "select count(*) from pg_prepared_statements where statement like '%with alive as%'")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
