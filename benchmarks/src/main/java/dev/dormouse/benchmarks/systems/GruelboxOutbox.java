package dev.dormouse.benchmarks.systems;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * transaction-outbox. It runs a job in the process that scheduled it, right after the commit; a job from another process
 * is found only by {@code flush()}, which its documentation has a background thread call in a loop.
 */
final class GruelboxOutbox implements SystemUnderTest {
    /** Jobs that another process shall run are due at once, not after the grace period for the own process. */
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    @Override
    public String name() {
        return "transaction-outbox";
    }

    @Override
    public void install(Database database, Purpose purpose) {
        try (HikariDataSource pool = database.pool(2)) {
            outbox(pool, (entry, run) -> {}, AT_ONCE, jobId -> {});
        }
    }

    @Override
    public Producer producer(Setup setup) {
        HikariDataSource pool = setup.database().pool(setup.width());
        TransactionManager transactions = TransactionManager.fromDataSource(pool);
        return new OutboxProducer(
                transactions, outbox(transactions, (entry, run) -> {}, AT_ONCE, jobId -> {}), pool::close);
    }

    @Override
    public Worker worker(Setup setup, Handler handler) {
        return new GruelboxWorker(setup, handler);
    }

    static TransactionOutbox outbox(
            HikariDataSource pool, Submitter submitter, Duration attemptFrequency, Handler handler) {
        return outbox(TransactionManager.fromDataSource(pool), submitter, attemptFrequency, handler);
    }

    static TransactionOutbox outbox(
            TransactionManager transactions, Submitter submitter, Duration attemptFrequency, Handler handler) {
        return TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> (Job) handler::handle))
                .submitter(submitter)
                .attemptFrequency(attemptFrequency)
                .build();
    }

    /** The documentation's executor: a bounded queue, so that what does not fit stays in the table. */
    static ThreadPoolExecutor executor(int threads) {
        return new ThreadPoolExecutor(threads, threads, 0, TimeUnit.MILLISECONDS, new ArrayBlockingQueue<>(16384));
    }

    static Submitter submitter(Executor executor) {
        return Submitter.withExecutor(executor);
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
