package dev.dormouse.postgres.fault;

import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Backend;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.JobExchange;
import dev.dormouse.jobs.JobStore;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.spi.StoreException;
import dev.dormouse.testkit.TestSchema;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The server commits a claim and the connection is lost before the answer arrives. */
final class LostAnswerIT {

    private static final Duration LEASE = Duration.ofMinutes(10);

    @Test
    void jobsWhoseClaimGotNoAnswerAreDoneWithoutWaitingForTheLease() throws Exception {
        try (TestSchema schema = TestSchema.create();
                HikariDataSource pool = pool(schema)) {
            Set<Long> done = ConcurrentHashMap.newKeySet();
            AtomicInteger lost = new AtomicInteger();
            Backend backend = losing(Postgres.at(pool, schema.name()), lost);
            try (Dormouse dormouse = Dormouse.on(backend)
                    .lease(LEASE)
                    .handle(Work.PLAIN, (job, work) -> done.add(work.n()))
                    .start()) {
                List<Long> numbers = LongStream.range(0, 300).boxed().toList();
                dormouse.jobs()
                        .enqueueAll(numbers.stream()
                                .map(n -> Work.PLAIN.with(new Work(n, 0)))
                                .toList());
                await().atMost(Duration.ofSeconds(30)).until(() -> done.containsAll(numbers));
                await().atMost(Duration.ofSeconds(30)).until(() -> lost.get() == 3);
            }
        }
    }

    /** Loses the answers of the first three exchanges that claimed something. */
    private static Backend losing(Backend backend, AtomicInteger lost) {
        JobStore jobs = proxy(JobStore.class, backend.jobs(), result -> {
            if (result instanceof JobExchange answer
                    && !answer.exchange().claimed().isEmpty()
                    && lost.get() < 3) {
                lost.incrementAndGet();
                throw new StoreException("the connection was lost", true, new SQLException("lost", "08006"));
            }
            return result;
        });
        return proxy(Backend.class, backend, result -> result instanceof JobStore ? jobs : result);
    }

    private interface Answer {
        Object of(Object result);
    }

    private static <T> T proxy(Class<T> type, T real, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                LostAnswerIT.class.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
                    try {
                        return answer.of(method.invoke(real, args));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static HikariDataSource pool(TestSchema schema) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(schema.url());
        config.setMaximumPoolSize(8);
        return new HikariDataSource(config);
    }
}
