package dev.dormouse.postgres.fault;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.Enqueued;
import dev.dormouse.jobs.JobRequest;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.postgres.fault.Produced.Item;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Put jobs in from several threads: in bulk, singly, and in transactions of their own, some of which they roll back. They
 * keep the backlog short, so that the work lasts for as long as the faults do.
 */
final class Producers implements AutoCloseable {

    private static final int BACKLOG_MAX = 1_000;
    private static final int BULK = 100;
    private static final long LONGEST_MILLIS = 5_000;

    private final Cluster cluster;
    private final long seed;
    private final long jobs;
    private final Produced produced = new Produced();
    private volatile boolean faultsGoOn;
    private final AtomicLong numbers = new AtomicLong();
    private final HikariDataSource pool;
    private final Dormouse dormouse;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();

    Producers(Cluster cluster, long seed, long jobs) {
        this.cluster = cluster;
        this.seed = seed;
        this.jobs = jobs;
        this.pool = WorkerMain.pool(new WorkerSettings(
                cluster.server.jdbcUrl(), "producer", cluster.folder, 8, Duration.ZERO, Duration.ZERO));
        this.dormouse = Dormouse.on(Postgres.at(pool)).name("producer").start();
    }

    /** As long as faults go on, so does the work that they are to hit, however quick the workers are. */
    void faultsGoOn(boolean goOn) {
        faultsGoOn = goOn;
    }

    Produced produced() {
        return produced;
    }

    void start() {
        running.add(threads.submit(() -> produce(new Random(seed + 1), this::inBulk)));
        running.add(threads.submit(() -> produce(new Random(seed + 2), this::inBulk)));
        running.add(threads.submit(() -> produce(new Random(seed + 3), this::singly)));
        running.add(threads.submit(() -> produce(new Random(seed + 4), this::inOwnTransaction)));
    }

    void awaitEnd() throws Exception {
        for (Future<?> thread : running) {
            thread.get(2, TimeUnit.HOURS);
        }
    }

    private interface Way {
        void enqueue(Random random);
    }

    private void produce(Random random, Way way) {
        while (faultsGoOn || produced.acknowledged.size() < jobs) {
            if (produced.acknowledged.size() - executions() > BACKLOG_MAX) {
                LockSupport.parkNanos(10_000_000);
            } else {
                way.enqueue(random);
            }
        }
    }

    private long executions() {
        try {
            return cluster.executions();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void inBulk(Random random) {
        List<Item> items = items(random, BULK);
        enqueue(items, () -> dormouse.jobs().enqueueAll(requests(items)));
    }

    private void singly(Random random) {
        List<Item> items = items(random, 1);
        enqueue(items, () -> List.of(dormouse.jobs().enqueue(request(items.get(0)))));
    }

    /** One job, as it is for a user who waits for it; returns its number. */
    long one(int millis) {
        List<Item> items = List.of(new Item(new Work(numbers.incrementAndGet(), millis), false, 0));
        enqueue(items, () -> List.of(dormouse.jobs().enqueue(request(items.get(0)))));
        return items.get(0).work().n();
    }

    private interface Enqueue {
        List<Enqueued> run();
    }

    private void enqueue(List<Item> items, Enqueue enqueue) {
        try {
            produced.acknowledge(items, enqueue.run());
        } catch (RuntimeException e) {
            // Without a connection nothing was sent; in every other case the commit may have been.
            boolean unsent = e.getCause() instanceof SQLTransientConnectionException;
            produced.put(unsent ? produced.refused : produced.unknown, items);
        }
    }

    private void inOwnTransaction(Random random) {
        List<Item> items = items(random, 1 + random.nextInt(20));
        boolean rollback = random.nextInt(4) == 0;
        boolean committing = false;
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            List<Enqueued> enqueued = dormouse.jobs().enqueueAll(connection, requests(items));
            if (rollback) {
                connection.rollback();
                produced.put(produced.rolledBack, items);
            } else {
                committing = true;
                connection.commit();
                produced.acknowledge(items, enqueued);
                committing = false;
            }
        } catch (SQLException | RuntimeException e) {
            if (!produced.rolledBack.contains(items.get(0).work().n())
                    && !produced.acknowledged.containsKey(items.get(0).work().n())) {
                produced.put(committing ? produced.unknown : produced.refused, items);
            }
        }
    }

    private List<Item> items(Random random, int count) {
        List<Item> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int delay = random.nextInt(50) == 0 ? 1 + random.nextInt(500) : 0;
            items.add(new Item(new Work(numbers.incrementAndGet(), millis(random)), random.nextInt(5) == 0, delay));
        }
        return items;
    }

    /** Most are quick, some are slow enough to be hit by every fault, a few outlast the lease. */
    private int millis(Random random) {
        int draw = random.nextInt(4_000);
        if (draw == 0) {
            return (int) Math.min(LONGEST_MILLIS, cluster.lease.toMillis() * 5 / 4);
        }
        return draw < 80 ? 100 + random.nextInt(300) : random.nextInt(6);
    }

    private static List<JobRequest<Work>> requests(List<Item> items) {
        return items.stream().map(Producers::request).toList();
    }

    private static JobRequest<Work> request(Item item) {
        JobRequest<Work> request = (item.effect() ? Work.EFFECT : Work.PLAIN).with(item.work());
        return item.delayMillis() == 0 ? request : request.withDelay(Duration.ofMillis(item.delayMillis()));
    }

    @Override
    public void close() {
        threads.shutdownNow();
        dormouse.close();
        pool.close();
    }
}
