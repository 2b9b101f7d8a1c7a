package dev.dormouse.server;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobRequest;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.telemetry.NodeCounts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * The demo's story. Two nodes share the database: one only puts work in, the other sleeps until it is told, so every wake
 * really travels through PostgreSQL.
 */
final class Demo implements AutoCloseable {

    /** What the demo's jobs carry: nothing but a number. */
    record Step(int number) {}

    private static final JobKind<Step> STEP =
            JobKind.of("demo-step", Step.class).withQueue("demo");
    private static final int SINGLE_JOBS = 25;
    private static final int BURST_JOBS = 10_000;
    private static final Duration DELAY = Duration.ofSeconds(2);
    private static final long PATIENCE_SECONDS = 60;

    private final DataSource dataSource;
    private final SchemaName schema;
    private final DemoPrinter out;
    private final Dormouse worker;
    private final Dormouse producer;
    private final StatementCount statements;
    private final DemoOutbox outbox = new DemoOutbox();
    /** When each job began, on the monotonic clock. */
    private final Map<Long, Long> begunNanos = new ConcurrentHashMap<>();

    /** Written by the demo, read by the handlers. */
    private volatile CountDownLatch awaited = new CountDownLatch(0);

    Demo(DataSource dataSource, SchemaName schema, DemoPrinter out) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.out = out;
        DormouseBuilder node = Dormouse.on(Postgres.at(dataSource, schema.name()))
                .name("demo-worker")
                .concurrency("demo", 200)
                .handle(STEP, (job, step) -> began(job.id()));
        this.worker = DemoOrchestration.register(outbox.register(node)).start();
        this.producer = Dormouse.on(Postgres.at(dataSource, schema.name()))
                .name("demo-producer")
                .start();
        this.statements = new StatementCount(dataSource, schema.quoted());
    }

    void run(int seconds) throws SQLException, InterruptedException {
        long kept = jobsKept();
        out.fact("jobs kept from earlier runs", kept);
        awaitListening();
        awaitAsleep();
        sleep(Math.max(2, seconds - 10));
        wakeOneByOne();
        burst();
        delayed();
        outbox.show(producer, out);
        DemoOrchestration.show(producer, out);
        atAGlance();
        out.fact("jobs kept in this database now", jobsKept());
    }

    private void sleep(int seconds) throws SQLException, InterruptedException {
        out.step("Asleep for " + seconds + " s");
        OptionalLong before = statements.sum();
        TimeUnit.SECONDS.sleep(seconds);
        OptionalLong after = statements.sum();
        if (before.isPresent() && after.isPresent()) {
            double perSecond = (after.getAsLong() - before.getAsLong()) / (double) seconds;
            out.fact("statements/s while nothing happens", String.format(Locale.ROOT, "%.3f", perSecond));
        } else {
            out.fact("statements/s while nothing happens", "this server does not count (no pg_stat_statements)");
        }
    }

    private void wakeOneByOne() throws InterruptedException {
        out.step("Waking the sleeping node, one job at a time");
        double[] millis = new double[SINGLE_JOBS];
        for (int i = 0; i < SINGLE_JOBS; i++) {
            TimeUnit.MILLISECONDS.sleep(60);
            CountDownLatch one = expect(1);
            long id = producer.jobs().enqueue(STEP, new Step(i)).id();
            long committed = System.nanoTime();
            await(one);
            millis[i] = Math.max(0, (beganNanos(id) - committed) / 1e6);
        }
        Arrays.sort(millis);
        out.fact("from commit to the handler's first line, p50", DemoPrinter.millis(millis[SINGLE_JOBS / 2]));
        out.fact("the slowest of " + SINGLE_JOBS, DemoPrinter.millis(millis[SINGLE_JOBS - 1]));
    }

    private void burst() throws InterruptedException {
        out.step("A burst of " + BURST_JOBS + " jobs in one transaction");
        List<JobRequest<Step>> requests = new ArrayList<>(BURST_JOBS);
        for (int i = 0; i < BURST_JOBS; i++) {
            requests.add(STEP.with(new Step(i)));
        }
        CountDownLatch all = expect(BURST_JOBS);
        long start = System.nanoTime();
        producer.jobs().enqueueAll(requests);
        double enqueuedMillis = (System.nanoTime() - start) / 1e6;
        await(all);
        double seconds = (System.nanoTime() - start) / 1e9;
        out.fact("committed after", DemoPrinter.millis(enqueuedMillis));
        out.fact("all done after", DemoPrinter.millis(seconds * 1e3));
        out.fact("jobs/s, enqueued and done", String.format(Locale.ROOT, "%.0f", BURST_JOBS / seconds));
    }

    private void delayed() throws InterruptedException {
        out.step("A job for " + DELAY.toSeconds() + " s from now; the node sleeps until exactly then");
        CountDownLatch one = expect(1);
        long due = System.nanoTime() + DELAY.toNanos();
        long id =
                producer.jobs().enqueue(STEP.with(new Step(0)).withDelay(DELAY)).id();
        await(one);
        out.fact("began later than due by", DemoPrinter.millis((beganNanos(id) - due) / 1e6));
    }

    private void atAGlance() {
        out.step("The node at a glance");
        NodeCounts.Snapshot counts = worker.health().counts();
        for (DispatcherHealth queue : worker.health().queues()) {
            out.fact(
                    "queue " + queue.queue(),
                    queue.mode() + ", " + queue.free() + " of " + queue.slots() + " slots free");
        }
        out.fact("listener", counts.listening() ? "connected" : "not connected");
        counts.wakes().forEach((reason, count) -> {
            if (count > 0) {
                out.fact("woken by " + reason.name().toLowerCase(Locale.ROOT), count);
            }
        });
        out.fact("work that only the fallback found", counts.fallbackFinds());
        out.fact("round trips to the store", counts.exchanges());
        out.fact("jobs claimed", counts.claimed());
    }

    private void began(long jobId) {
        begunNanos.put(jobId, System.nanoTime());
        awaited.countDown();
    }

    private long beganNanos(long jobId) {
        Long nanos = begunNanos.get(jobId);
        if (nanos == null) {
            throw new IllegalStateException("job " + jobId + " was counted but never began");
        }
        return nanos;
    }

    private CountDownLatch expect(int jobs) {
        CountDownLatch latch = new CountDownLatch(jobs);
        awaited = latch;
        return latch;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw CommandFailure.of(
                    latch.getCount() + " jobs did not begin within " + PATIENCE_SECONDS
                            + " s; is the machine overloaded?",
                    null);
        }
    }

    private void awaitListening() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!worker.health().counts().listening() && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        boolean listening = worker.health().counts().listening();
        Duration echo = worker.health().listener().lastEcho();
        out.fact(
                "listener",
                listening && echo != null
                        ? String.format(Locale.ROOT, "connected; its echo took %.2f ms", echo.toNanos() / 1e6)
                        : "not available: the node polls instead");
    }

    /**
     * What a start costs, and what an earlier run left to do, is not what a sleeping node costs. The last of it comes after a
     * second, when the relay sees whether anything waits for new routes.
     */
    private void awaitAsleep() throws SQLException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        OptionalLong before;
        OptionalLong after = statements.sum();
        do {
            before = after;
            TimeUnit.MILLISECONDS.sleep(1_200);
            after = statements.sum();
        } while (!after.equals(before) && System.nanoTime() < deadline);
    }

    private long jobsKept() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from " + schema.quoted() + ".job_done")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() {
        producer.close();
        worker.close();
    }
}
