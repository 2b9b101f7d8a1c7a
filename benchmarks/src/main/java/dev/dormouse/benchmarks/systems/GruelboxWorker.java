package dev.dormouse.benchmarks.systems;

import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** transaction-outbox with its documented background thread. */
final class GruelboxWorker implements Worker {
    private final HikariDataSource pool;
    private final TransactionManager transactions;
    private final ThreadPoolExecutor executor;
    private final TransactionOutbox outbox;
    private final Thread flusher;

    GruelboxWorker(Setup setup, Handler handler) {
        // A job holds a connection while it runs; beyond a dozen per core they only wait for the same cores.
        pool = setup.database().pool(Math.min(setup.width(), 24) + 10);
        transactions = TransactionManager.fromDataSource(pool);
        executor = GruelboxOutbox.executor(setup.width());
        outbox = GruelboxOutbox.runningOutbox(transactions, executor, handler);
        long pauseMillis = pauseMillis(setup.purpose());
        flusher = new Thread(() -> flushForever(pauseMillis), "outbox-flush");
        flusher.start();
    }

    private static long pauseMillis(Purpose purpose) {
        return switch (purpose) {
            case DEFAULT, EVERYTHING -> 60_000; // the minute of the documentation's example
            case LATENCY, THROUGHPUT, WAKES, SAME_TABLES -> 100;
        };
    }

    /** Flushes as long as there is something, but no faster than the executor takes it: the rest would be refused. */
    private void flushForever(long pauseMillis) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                while (executor.getQueue().size() < 4096 && outbox.flush()) {
                    Thread.onSpinWait();
                }
                Thread.sleep(executor.getQueue().isEmpty() ? pauseMillis : Math.min(pauseMillis, 10));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** In the same process the outbox runs the job itself, right after the commit. */
    @Override
    public Producer producer(int threads) {
        return new GruelboxOutbox.OutboxProducer(transactions, outbox, () -> {});
    }

    @Override
    public int pooledConnections() {
        return pool.getMaximumPoolSize();
    }

    @Override
    public void close() {
        flusher.interrupt();
        Threads.join(flusher);
        executor.shutdownNow();
        try {
            executor.awaitTermination(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pool.close();
    }
}
