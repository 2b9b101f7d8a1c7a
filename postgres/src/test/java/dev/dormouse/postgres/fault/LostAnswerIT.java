package dev.dormouse.postgres.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Backend;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.JobContext;
import dev.dormouse.jobs.JobExchange;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobStore;
import dev.dormouse.jobs.NonRetryableException;
import dev.dormouse.jobs.RetryPolicy;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The server commits, and the connection is lost before the answer arrives. */
final class LostAnswerIT {

    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final JobKind<Ending> ENDS =
            JobKind.of("ends", Ending.class).withRetry(RetryPolicy.fixed(Duration.ofHours(1)));

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

    @ParameterizedTest
    @EnumSource
    void anOutcomeWhoseCommitGotNoAnswerIsNotTakenForALostJob(Ending ending) throws Exception {
        try (TestSchema schema = TestSchema.create();
                HikariDataSource pool = pool(schema)) {
            AtomicInteger written = new AtomicInteger();
            Backend backend = losing(
                    Postgres.at(pool, schema.name()),
                    (asked, answer) -> !((List<?>) asked[1]).isEmpty() && written.incrementAndGet() == 1);
            try (Dormouse dormouse = Dormouse.on(backend)
                    .lease(LEASE)
                    .handle(ENDS, (job, how) -> how.end(job))
                    .start()) {
                dormouse.jobs().enqueue(ENDS, ending);
                await().atMost(Duration.ofSeconds(30)).until(() -> written.get() == 2);
                dormouse.stop(Duration.ofSeconds(5));
                assertThat(dormouse.health().counts().refused()).isZero();
            }
        }
    }

    /** How a handler can end its job. */
    private enum Ending {
        SUCCESS {
            @Override
            void end(JobContext job) {}
        },
        FAILURE {
            @Override
            void end(JobContext job) {
                throw new IllegalStateException("again");
            }
        },
        HOPELESS {
            @Override
            void end(JobContext job) {
                throw new NonRetryableException("never");
            }
        },
        SNOOZE {
            @Override
            void end(JobContext job) {
                job.snooze(Duration.ofHours(1));
            }
        },
        DISCARD {
            @Override
            void end(JobContext job) {
                job.discard("enough");
            }
        };

        abstract void end(JobContext job);
    }

    private interface Loss {
        boolean of(Object[] asked, JobExchange answer);
    }

    /** Loses the answers of the first three exchanges that claimed something. */
    private static Backend losing(Backend backend, AtomicInteger lost) {
        return losing(
                backend,
                (asked, answer) ->
                        !answer.exchange().claimed().isEmpty() && lost.get() < 3 && lost.incrementAndGet() > 0);
    }

    private static Backend losing(Backend backend, Loss loss) {
        JobStore jobs = proxy(JobStore.class, backend.jobs(), (asked, result) -> {
            if (result instanceof JobExchange answer && loss.of(asked, answer)) {
                throw new StoreException("the connection was lost", true, new SQLException("lost", "08006"));
            }
            return result;
        });
        return proxy(Backend.class, backend, (asked, result) -> result instanceof JobStore ? jobs : result);
    }

    private interface Answer {
        Object of(Object[] asked, Object result);
    }

    private static <T> T proxy(Class<T> type, T real, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                LostAnswerIT.class.getClassLoader(), new Class<?>[] {type}, (self, method, args) -> {
                    try {
                        return answer.of(args, method.invoke(real, args));
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
