package dev.dormouse.postgres.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.OrchestrationNode;
import dev.dormouse.orchestration.Orchestrations;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.provider.Provider;
import dev.dormouse.testkit.TestSchema;
import dev.dormouse.testkit.orchestration.FaultyProvider;
import dev.dormouse.testkit.orchestration.PlainCodec;
import dev.dormouse.wake.WakeSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Timers outlive the node that set them. */
@Isolated
class TimerTakeoverIT {

    private static final Duration GENEROUS = Duration.ofSeconds(30);
    private static final Orchestration<String, String> SLEEPER =
            Orchestration.of("sleeper", String.class, String.class);
    private static final Orchestration<String, String> OTHER = Orchestration.of("other", String.class, String.class);
    private static final int COUNT = 10;

    private final TestSchema schema = TestSchema.create();
    private final SkewedClock clock = new SkewedClock();
    private final HikariDataSource pool = new HikariDataSource();
    private final List<Provider> providers = new ArrayList<>();

    @BeforeEach
    void openPool() {
        pool.setJdbcUrl(clock.url());
        pool.setMaximumPoolSize(12);
    }

    @AfterEach
    void closeAll() {
        providers.forEach(Provider::close);
        pool.close();
        clock.close();
        schema.close();
    }

    /** The survivor slept before the clock went on, and learns of the timers by some other work that wakes it. */
    @Test
    void aTimerOfAnHourFiresOnTimeOnAnotherNode() throws Exception {
        FaultyProvider doomed = new FaultyProvider(open());
        OrchestrationNode first = node(doomed.provider()).start();
        Provider surviving = open();
        Orchestrations client = new Orchestrations(surviving, new PlainCodec(), OrchestrationLimits.defaults());
        for (int i = 0; i < COUNT; i++) {
            client.start(SLEEPER, "i" + i, "" + i);
        }
        await().atMost(GENEROUS)
                .until(() -> number(
                                "select count(*) from {schema}.turn_message where timer_event_id is not null and visible_at >"
                                        + " now() + interval '59 minutes'")
                        == COUNT);
        doomed.die();
        first.stop(Duration.ZERO);
        run("create table {schema}.due as select instance, visible_at from {schema}.turn_message");

        OrchestrationNode second = node(surviving).start();
        clock.advance(Duration.ofHours(1).minusSeconds(3));
        client.start(OTHER, "other", "");
        for (int i = 0; i < COUNT; i++) {
            client.awaitEnd("i" + i, GENEROUS);
        }
        second.stop(Duration.ofSeconds(5));

        List<Long> late = lateMillis();
        System.out.println("timers of an hour were late by, in ms: " + late);
        assertThat(late).hasSize(COUNT).allSatisfy(millis -> assertThat(millis).isBetween(0L, 5_000L));
        assertThat(late.get(0))
                .as("the best one, whatever else this machine does")
                .isLessThan(100L);
    }

    private Provider open() {
        Provider provider = PgProvider.open(
                Postgres.at(pool, schema.name()), WakeSettings.defaults().withFallbackInterval(Duration.ofHours(2)));
        providers.add(provider);
        return provider;
    }

    private static OrchestrationNode.Builder node(Provider provider) {
        return OrchestrationNode.on(provider)
                .codec(new PlainCodec())
                .orchestration(OTHER, (ctx, input) -> "")
                .orchestration(SLEEPER, (ctx, input) -> {
                    ctx.timer(Duration.ofHours(1).plusMillis(200L * Integer.parseInt(input)))
                            .await();
                    return "fired";
                });
    }

    /** By the database's clock, from when they were due to when what they led to was committed. Ascending. */
    private List<Long> lateMillis() throws SQLException {
        List<Long> late = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            late.add(number("select floor(extract(epoch from e.finished_at - d.visible_at) * 1000)::bigint"
                    + " from {schema}.execution e join {schema}.due d on d.instance = e.instance where e.instance = 'i"
                    + i + "'"));
        }
        return late.stream().sorted().toList();
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.replace("{schema}", schema.quotedName()))) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql.replace("{schema}", schema.quotedName()));
        }
    }
}
