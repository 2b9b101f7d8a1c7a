package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.testkit.TestSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobsIT {

    record Greet(String name) {}

    static final JobKind<Greet> GREET = JobKind.of("greet", Greet.class);

    @Test
    void aJobThatIsEnqueuedIsHandled() throws Exception {
        try (TestSchema schema = TestSchema.create();
                HikariDataSource pool = pool(schema)) {
            List<String> greeted = Collections.synchronizedList(new ArrayList<>());
            try (Dormouse dormouse = Dormouse.on(Postgres.at(pool, schema.name()))
                    .handle(GREET, (job, greet) -> greeted.add(greet.name()))
                    .start()) {
                dormouse.jobs().enqueue(GREET, new Greet("world"));
                await().atMost(Duration.ofSeconds(20)).until(() -> greeted.contains("world"));
            }
        }
    }

    @Test
    void manyJobsAreAllHandled() throws Exception {
        try (TestSchema schema = TestSchema.create();
                HikariDataSource pool = pool(schema)) {
            AtomicInteger count = new AtomicInteger();
            try (Dormouse dormouse = Dormouse.on(Postgres.at(pool, schema.name()))
                    .handle(GREET, (job, greet) -> count.incrementAndGet())
                    .concurrency("default", 1000)
                    .build()) {
                Postgres.at(pool, schema.name()).prepare();
                for (int i = 0; i < 2; i++) {
                    dormouse.jobs()
                            .enqueueAll(IntStream.range(0, 10_000)
                                    .mapToObj(n -> GREET.with(new Greet("number " + n)))
                                    .toList());
                }
                dormouse.start();
                await().pollInterval(Duration.ofMillis(5))
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> count.get() >= 20_000);
                assertThat(count.get()).isEqualTo(20_000);
            }
        }
    }

    private static HikariDataSource pool(TestSchema schema) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.url());
        config.setMaximumPoolSize(8);
        return new HikariDataSource(config);
    }
}
