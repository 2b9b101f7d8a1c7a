package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.JobRequest;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.wake.WakeSettings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Dormouse's jobs, with the settings one gets without choosing any; only the number of slots differs. */
final class DormouseJobs implements SystemUnderTest {

    /** What a job carries. */
    record Payload(long id) {}

    private static final JobKind<Payload> JOB = JobKind.of("job", Payload.class);

    @Override
    public String name() {
        return "dormouse";
    }

    @Override
    public void install(Database database, Purpose purpose) {
        try (HikariDataSource pool = database.pool(1)) {
            Postgres.at(pool).prepare(WakeSettings.defaults());
        }
    }

    @Override
    public Producer producer(Setup setup) {
        HikariDataSource pool = setup.database().pool(setup.width() + 1);
        return new JobProducer(pool, Dormouse.on(Postgres.at(pool)).start());
    }

    @Override
    public Worker worker(Setup setup, Handler handler) {
        // One statement at a time per queue, and one for the announcer: slots need no connections.
        HikariDataSource pool = setup.database().pool(4);
        Dormouse node = Dormouse.on(Postgres.at(pool))
                .concurrency(JobKind.DEFAULT_QUEUE, setup.width())
                .handle(JOB, (job, number) -> handler.handle(number.id()))
                .start();
        return new JobWorker(setup, pool, node);
    }

    @Override
    public boolean supportsDelays() {
        return true;
    }

    @Override
    public boolean hasWorkflows() {
        return true;
    }

    @Override
    public boolean hasFanOut() {
        return true;
    }

    @Override
    public Workflows workflows(Database database) {
        return new DormouseWorkflows(database);
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

    private record JobProducer(HikariDataSource pool, Dormouse node) implements Producer {
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
            List<JobRequest<Payload>> jobs = LongStream.range(firstId, firstId + count)
                    .mapToObj(id -> JOB.with(new Payload(id)))
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
        public void close() {
            node.close();
            pool.close();
        }
    }
}
