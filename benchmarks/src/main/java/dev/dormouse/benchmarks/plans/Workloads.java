package dev.dormouse.benchmarks.plans;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.benchmarks.systems.Threads;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobRequest;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What is done while the server explains: enough of everything that each hot statement is called several times. */
final class Workloads {
    private static final int CHUNK = 10_000;
    private static final int SLOTS = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final JobKind<Long> JOB = JobKind.of("job", Long.class);
    private static final Orchestration<Long, Long> STEPS = Orchestration.of("steps", Long.class, Long.class);
    private static final Orchestration<Long, Long> WAITING = Orchestration.of("waiting", Long.class, Long.class);
    private static final Activity<Long, Long> NOTHING = Activity.of("nothing", Long.class, Long.class);
    /** Short enough that a survey or two fall into the time that is explained. */
    private static final WakeSettings WAKE = WakeSettings.defaults().withFallbackInterval(Duration.ofSeconds(1));

    private final ExplainingServer server;

    Workloads(ExplainingServer server) {
        this.server = server;
    }

    /** Claims, completions, enqueues, timers that become due, and the survey of a node with nothing to do. */
    PlanPage jobs(int due, int future) throws Exception {
        String database = "jobs_" + due;
        try (HikariDataSource pool = server.freshDatabase(database)) {
            try (Dormouse producer = Dormouse.on(Postgres.at(pool)).start()) {
                load(producer, due, JOB::with);
                load(producer, future, number -> JOB.with(number).withDelay(Duration.ofDays(1)));
            }
            server.analyze(database);
            List<String> rows = rows(database, "job", "job_ready", "job_scheduled", "job_done");
            LongAdder handled = new LongAdder();
            List<ExplainedCall> calls = server.explain(() -> workOff(pool, handled));
            return new PlanPage("Jobs, " + due + " due and " + future + " future", rows, calls);
        }
    }

    private static void load(Dormouse producer, int count, LongFunction<JobRequest<Long>> request) {
        for (long id = 0; id < count; id += CHUNK) {
            List<JobRequest<Long>> chunk = LongStream.range(id, Math.min(id + CHUNK, count))
                    .mapToObj(request)
                    .toList();
            producer.jobs().enqueueAll(chunk);
        }
    }

    private static void workOff(HikariDataSource pool, LongAdder handled) throws InterruptedException {
        try (Dormouse node = Dormouse.on(Postgres.at(pool))
                .wake(WAKE)
                .concurrency(JobKind.DEFAULT_QUEUE, SLOTS)
                .handle(JOB, (job, number) -> handled.increment())
                .handle(JOB, "idle", (job, number) -> handled.increment())
                .start()) {
            await(handled, 1_000);
            for (long i = 0; i < 20; i++) {
                node.jobs().enqueue(JOB, i);
                node.jobs().enqueue(JOB.with(i).withDelay(Duration.ofMillis(200)));
            }
            Threads.runAll(16, thread -> {
                for (long i = 0; i < 20; i++) {
                    node.jobs().enqueue(JOB, i);
                }
            });
            await(handled, 1_360);
            Thread.sleep(2_500); // surveys come by time only
        }
    }

    /** Messages of many keys, delivered by one node, and published meanwhile. */
    PlanPage outbox(int messages) throws Exception {
        String database = "outbox";
        LongAdder delivered = new LongAdder();
        try (HikariDataSource pool = server.freshDatabase(database)) {
            relay(pool, delivered).close(); // the route is known from then on
            try (Dormouse producer = Dormouse.on(Postgres.at(pool)).start()) {
                for (int id = 0; id < messages; id += CHUNK) {
                    List<NewMessage> chunk = new ArrayList<>();
                    for (int i = id; i < Math.min(id + CHUNK, messages); i++) {
                        chunk.add(message(i));
                    }
                    producer.outbox().publishAll(chunk);
                }
            }
            server.analyze(database);
            List<String> rows = rows(database, "outbox_message", "outbox_pending", "outbox_delivered");
            List<ExplainedCall> calls = server.explain(() -> {
                try (Dormouse node = relay(pool, delivered)) {
                    for (int i = 0; i < 20; i++) {
                        node.outbox().publish(message(i));
                    }
                    await(delivered, messages + 20L);
                    Thread.sleep(1_500); // surveys come by time only
                }
            });
            return new PlanPage("Outbox, " + messages + " messages", rows, calls);
        }
    }

    private static NewMessage message(int number) {
        return NewMessage.of("plans", new byte[] {1, 2, 3}).key("key-" + number % 1_000);
    }

    private static Dormouse relay(HikariDataSource pool, LongAdder delivered) {
        return Dormouse.on(Postgres.at(pool))
                .wake(WAKE)
                .route("plans", "plans", batch -> deliver(batch, delivered))
                .start();
    }

    private static Map<UUID, Delivery> deliver(List<OutboxMessage> batch, LongAdder delivered) {
        delivered.add(batch.size());
        return batch.stream().collect(Collectors.toMap(OutboxMessage::id, message -> Delivery.DELIVERED));
    }

    /** Instances of five activities, among others that wait. */
    PlanPage orchestrations(int waiting) throws Exception {
        String database = "orchestrations";
        LongAdder begun = new LongAdder();
        try (HikariDataSource pool = server.freshDatabase(database);
                Dormouse node = orchestrating(pool, begun)) {
            for (long id = 0; id < waiting; id++) {
                node.orchestrations().start(WAITING, "waiting-" + id, id);
            }
            await(begun, waiting);
            server.analyze(database);
            List<String> rows = rows(database, "instance", "turn", "turn_message", "history", "activity");
            List<ExplainedCall> calls = server.explain(() -> {
                for (long id = 0; id < 200; id++) {
                    node.orchestrations().start(STEPS, "steps-" + id, id);
                }
                for (long id = 0; id < 200; id++) {
                    node.orchestrations().awaitCompletion(STEPS, "steps-" + id, PATIENCE);
                }
                Thread.sleep(1_500); // surveys come by time only
            });
            return new PlanPage("Orchestrations, " + waiting + " waiting", rows, calls);
        }
    }

    private static Dormouse orchestrating(HikariDataSource pool, LongAdder begun) {
        return Dormouse.on(Postgres.at(pool))
                .wake(WAKE)
                .orchestration(STEPS, Workloads::steps)
                .orchestration(WAITING, (ctx, id) -> {
                    begun.increment();
                    return ctx.event("never", Long.class).await();
                })
                .activity(NOTHING, (ctx, number) -> number)
                .start();
    }

    private static Long steps(OrchestrationContext ctx, Long id) {
        for (long step = 0; step < 5; step++) {
            ctx.activity(NOTHING, step).await();
        }
        return id;
    }

    private List<String> rows(String database, String... tables) throws Exception {
        List<String> rows = new ArrayList<>();
        for (String table : tables) {
            rows.add(table + ": " + server.count(database, table));
        }
        return rows;
    }

    private static void await(LongAdder counter, long count) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (counter.sum() < count) {
            if (System.nanoTime() > deadlineNanos) {
                throw new IllegalStateException("Only " + counter.sum() + " of " + count + " came within " + PATIENCE);
            }
            Thread.sleep(5);
        }
    }
}
