package dev.dormouse.benchmarks.systems;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.gruelbox.transactionoutbox.TransactionOutbox.TransactionOutboxBuilder;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * transaction-outbox. It runs a job in the process that scheduled it, right after the commit; a job from another process
 * is found only by {@code flush()}, which its documentation has a background thread call in a loop.
 */
final class GruelboxOutbox implements SystemUnderTest {
    /**
     * How far ahead the worker's clock is. An entry is for {@code flush()} only when its next attempt is due, and it must
     * not be due when it is written; so producers write it due in this time, and the worker's clock makes it due at once.
     */
    private static final Duration AHEAD = Duration.ofSeconds(1);

    /** The default: an entry that was handed to the executor is not picked again before that. */
    private static final Duration ATTEMPT_FREQUENCY = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "transaction-outbox";
    }

    @Override
    public void install(Database database, Purpose purpose) {
        try (HikariDataSource pool = database.pool(2)) {
            producingOutbox(TransactionManager.fromDataSource(pool));
        }
    }

    @Override
    public Producer producer(Setup setup) {
        HikariDataSource pool = setup.database().pool(setup.width());
        TransactionManager transactions = TransactionManager.fromDataSource(pool);
        return new OutboxProducer(transactions, producingOutbox(transactions), pool::close);
    }

    @Override
    public Worker worker(Setup setup, Handler handler) {
        return new GruelboxWorker(setup, handler);
    }

    /** An outbox whose entries others shall run. */
    private static TransactionOutbox producingOutbox(TransactionManager transactions) {
        return builder(transactions, jobId -> {})
                .submitter((entry, run) -> {})
                .attemptFrequency(AHEAD)
                .build();
    }

    /** An outbox that runs its own entries after their commit, and others' when it flushes. */
    static TransactionOutbox runningOutbox(TransactionManager transactions, Executor executor, Handler handler) {
        Clock clock = Clock.offset(Clock.systemUTC(), AHEAD);
        return builder(transactions, handler)
                .submitter(Submitter.withExecutor(executor))
                .attemptFrequency(ATTEMPT_FREQUENCY)
                .clockProvider(() -> clock)
                .build();
    }

    private static TransactionOutboxBuilder builder(TransactionManager transactions, Handler handler) {
        return TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> (Job) handler::handle));
    }

    /** The documentation's executor: a bounded queue, so that what does not fit stays in the table. */
    static ThreadPoolExecutor executor(int threads) {
        return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.MILLISECONDS, new ArrayBlockingQueue<>(16384));
    }

    @Override
    public Optional<Outboxes> outbox() {
        return Optional.of(new Outboxes.OfJobs(this));
    }

    @Override
    public String unfinishedQuery() {
        return "SELECT 1 FROM txno_outbox WHERE NOT processed LIMIT 1";
    }

    @Override
    public int bestSlots() {
        return 20;
    }

    @Override
    public int drainJobs() {
        return 20_000;
    }

    /** What the outbox proxies; the harness's handler behind it. */
    public interface Job {
        void run(long jobId);
    }

    record OutboxProducer(TransactionManager transactions, TransactionOutbox outbox, Runnable closing)
            implements Producer {
        @Override
        public void enqueue(long jobId) {
            transactions.inTransaction(transaction -> outbox.schedule(Job.class).run(jobId));
        }

        @Override
        public void enqueueAll(long firstId, int count) {
            transactions.inTransaction(transaction -> {
                Job job = outbox.schedule(Job.class);
                for (long id = firstId; id < firstId + count; id++) {
                    job.run(id);
                }
            });
        }

        @Override
        public void close() {
            closing.run();
        }
    }
}
