package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobRequest;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.wake.WakeSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Dormouse's jobs, with the settings one gets without choosing any; only the number of slots differs. */
final class DormouseJobs implements SystemUnderTest {

    /** What a job carries. */
    record Payload(long id) {}

    private static final JobKind<Payload> JOB = JobKind.of("job", Payload.class);
    /** Besides the default one: so that what a queue more costs can be seen. */
    private static final List<String> MORE_QUEUES = List.of("second", "third", "fourth");

    @Override
    public String name() {
        return "dormouse";
    }

    @Override
    public void install(Database database, Purpose purpose) throws Exception {
        try (HikariDataSource pool = database.pool(1)) {
            Postgres.at(pool).prepare(WakeSettings.defaults());
        }
        if (purpose == Purpose.WAKES) {
            // A node that nobody runs, so nobody takes its flag down: every commit finds a sleeper and announces.
            database.execute("""
                    WITH sleeping AS (
                        INSERT INTO dormouse.node (name, lease_until) VALUES ('asleep', 'infinity') RETURNING id)
                    INSERT INTO dormouse.sleeper (queue, node) SELECT 'job:default', id FROM sleeping
                    """);
        }
    }

    @Override
    public JobProducer producer(Setup setup) {
        HikariDataSource pool = setup.database().pool(setup.width() + 1);
        return new JobProducer(pool, Dormouse.on(Postgres.at(pool)).start());
    }

    @Override
    public Worker worker(Setup setup, Handler handler) {
        // One statement at a time per queue, and one for the announcer: slots need no connections.
        HikariDataSource pool = setup.database().pool(4);
        DormouseBuilder builder = Dormouse.on(Postgres.at(pool))
                .concurrency(JobKind.DEFAULT_QUEUE, setup.width())
                .handle(JOB, (job, number) -> handler.handle(number.id()));
        return new JobWorker(setup, pool, addFor(setup.purpose(), builder).start());
    }

    /** What an idle node has besides: four queues, and whatever else there is. */
    private static DormouseBuilder addFor(Purpose purpose, DormouseBuilder builder) {
        if (purpose == Purpose.DEFAULT || purpose == Purpose.EVERYTHING) {
            MORE_QUEUES.forEach(queue -> builder.handle(JOB, queue, (job, number) -> {}));
        }
        if (purpose == Purpose.EVERYTHING) {
            DormouseWorkflows.register(builder);
            builder.route("bench", "bench", DormouseJobs::deliverAll);
        }
        return builder;
    }

    private static Map<UUID, Delivery> deliverAll(List<OutboxMessage> batch) {
        return batch.stream().collect(Collectors.toMap(OutboxMessage::id, message -> Delivery.DELIVERED));
    }

    @Override
    public List<Purpose> idlePurposes() {
        return List.of(Purpose.DEFAULT, Purpose.LATENCY, Purpose.EVERYTHING);
    }

    @Override
    public List<Purpose> enqueuePurposes() {
        return List.of(Purpose.THROUGHPUT, Purpose.WAKES);
    }

    @Override
    public boolean polls() {
        return false;
    }

    @Override
    public Optional<DelayedProducer.Opener> delays() {
        return Optional.of(this::producer);
    }

    @Override
    public Optional<String> claimStatement() {
        return Optional.of("with alive as materialized%");
    }

    @Override
    public Map<String, Sequences.Opener> sequences() {
        return Map.of("postgres", DormouseWorkflows::onPostgres);
    }

    @Override
    public Map<String, FanOuts.Opener> fanOuts() {
        return Map.of("postgres", DormouseWorkflows::onPostgres, "sqlite", DormouseWorkflows::onSqlite);
    }

    @Override
    public Optional<Waits.Opener> waits() {
        return Optional.of(DormouseWaits::new);
    }

    @Override
    public Optional<Outboxes> outbox() {
        return Optional.of(new DormouseOutbox());
    }

    @Override
    public String unfinishedQuery() {
        return """
                SELECT 1 WHERE EXISTS (SELECT FROM dormouse.job_ready)
                    OR EXISTS (SELECT FROM dormouse.job_claim) OR EXISTS (SELECT FROM dormouse.job_scheduled)
                """;
    }

    @Override
    public int bestSlots() {
        return 1000;
    }

    @Override
    public int drainJobs() {
        return 200_000;
    }

    @Override
    public int drainJobs(int slots) {
        return slots < 100 ? drainJobs() / 10 : drainJobs();
    }

    record JobProducer(HikariDataSource pool, Dormouse node) implements DelayedProducer {
        @Override
        public void enqueue(long jobId) {
            node.jobs().enqueue(JOB, new Payload(jobId));
        }

        @Override
        public void enqueueAt(long jobId, Instant due) {
            node.jobs().enqueue(JOB.with(new Payload(jobId)).withRunAt(due));
        }

        @Override
        public void enqueueAll(long firstId, int count) {
            enqueueAll(firstId, count, JOB::with);
        }

        @Override
        public void enqueueAllAt(long firstId, int count, Instant due) {
            enqueueAll(firstId, count, payload -> JOB.with(payload).withRunAt(due));
        }

        private void enqueueAll(long firstId, int count, Function<Payload, JobRequest<Payload>> request) {
            List<JobRequest<Payload>> jobs = LongStream.range(firstId, firstId + count)
                    .mapToObj(id -> request.apply(new Payload(id)))
                    .toList();
            node.jobs().enqueueAll(jobs);
        }

        @Override
        public void close() {
            node.close();
            pool.close();
        }
    }

    private record JobWorker(Setup setup, HikariDataSource pool, Dormouse node) implements Worker {
        @Override
        public Producer producer(int threads) {
            return new DormouseJobs().producer(new Setup(setup.database(), setup.purpose(), threads));
        }

        @Override
        public int pooledConnections() {
            return pool.getMaximumPoolSize();
        }

        @Override
        public void close() {
            node.close();
            pool.close();
        }
    }
}
