package dev.dormouse.postgres.provider;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;

/** A schema and a pool of its own for one scenario. */
final class PgScenario {

    private final TestSchema schema = TestSchema.create();
    private final HikariDataSource pool = new HikariDataSource();

    Provider open() {
        pool.setJdbcUrl(schema.url());
        pool.setMaximumPoolSize(12);
        pool.setMinimumIdle(1);
        return PgProvider.open(
                Postgres.at(pool, schema.name()), WakeSettings.defaults().withFallbackInterval(Duration.ofHours(1)));
    }

    void close() {
        pool.close();
        schema.close();
    }
}
