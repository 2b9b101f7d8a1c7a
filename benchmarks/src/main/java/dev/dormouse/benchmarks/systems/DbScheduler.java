package dev.dormouse.benchmarks.systems;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** db-scheduler, one-time tasks whose id is the job's id. */
final class DbScheduler implements SystemUnderTest {
    private static final TaskDescriptor<Void> JOB = TaskDescriptor.of("job");

    @Override
    public String name() {
        return "db-scheduler";
    }

    /** The project's table for PostgreSQL, without the index that only {@code enablePriority()} needs. */
    @Override
    public void install(Database database, Purpose purpose) throws SQLException {
        database.execute("""
                CREATE TABLE scheduled_tasks (
                    task_name text NOT NULL,
                    task_instance text NOT NULL,
                    task_data bytea,
                    execution_time timestamptz,
                    picked boolean NOT NULL,
                    picked_by text,
                    last_success timestamptz,
                    last_failure timestamptz,
                    consecutive_failures int,
                    last_heartbeat timestamptz,
                    version bigint NOT NULL,
                    priority smallint,
                    state text,
                    PRIMARY KEY (task_name, task_instance));
                CREATE INDEX ON scheduled_tasks (execution_time);
                CREATE INDEX ON scheduled_tasks (last_heartbeat)
                """);
    }

    @Override
    public TaskProducer producer(Setup setup) {
        HikariDataSource pool = setup.database().pool(setup.width());
        OneTimeTask<Void> task = Tasks.oneTime(JOB).execute((instance, context) -> {});
        return new TaskProducer(pool, SchedulerClient.Builder.create(pool, task).build());
    }

    @Override
    public Worker worker(Setup setup, Handler handler) {
        // Connections are held for single statements only: a few per core serve any number of threads.
        HikariDataSource pool = setup.database().pool(Math.min(setup.width(), 16) + 4);
        OneTimeTask<Void> task =
                Tasks.oneTime(JOB).execute((instance, context) -> handler.handle(Long.parseLong(instance.getId())));
        SchedulerBuilder builder = Scheduler.create(pool, task).threads(setup.width());
        Scheduler scheduler = tune(builder, setup.purpose()).build();
        scheduler.start();
        return new TaskWorker(setup, pool, scheduler);
    }

    private static SchedulerBuilder tune(SchedulerBuilder builder, Purpose purpose) {
        return switch (purpose) {
            // Lock-and-fetch with the fractions that the documentation gives for normal use; it polls every 10 s.
            case DEFAULT, EVERYTHING -> builder.pollUsingLockAndFetch(0.5, 1.0);
            // There is no push from another process: the polling interval is the latency. A tenth of a second is the
            // shortest that still leaves an idle database mostly alone.
            case LATENCY -> builder.pollUsingLockAndFetch(0.5, 1.0).pollingInterval(Duration.ofMillis(100));
            // The fractions that the documentation gives for high throughput. While batches come back full it fetches
            // without waiting; the interval matters only when it has caught up with the producers.
            case THROUGHPUT, WAKES, SAME_TABLES ->
                builder.pollUsingLockAndFetch(1.0, 4.0).pollingInterval(Duration.ofMillis(100));
        };
    }

    @Override
    public Optional<DelayedProducer.Opener> delays() {
        return Optional.of(this::producer);
    }

    @Override
    public String unfinishedQuery() {
        return "SELECT 1 FROM scheduled_tasks LIMIT 1";
    }

    @Override
    public int bestSlots() {
        return 50;
    }

    @Override
    public int drainJobs() {
        return 50_000;
    }

    record TaskProducer(HikariDataSource pool, SchedulerClient client) implements DelayedProducer {
        @Override
        public void enqueue(long jobId) {
            client.scheduleIfNotExists(JOB.instance(Long.toString(jobId)).build(), Instant.now());
        }

        @Override
        public void enqueueAt(long jobId, Instant due) {
            client.scheduleIfNotExists(JOB.instance(Long.toString(jobId)).build(), due);
        }

        @Override
        public void enqueueAll(long firstId, int count) {
            enqueueAllAt(firstId, count, Instant.now());
        }

        @Override
        public void enqueueAllAt(long firstId, int count, Instant due) {
            Stream<TaskInstance<?>> jobs = LongStream.range(firstId, firstId + count)
                    .mapToObj(id -> JOB.instance(Long.toString(id)).build());
            client.scheduleBatch(jobs, due);
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    private record TaskWorker(Setup setup, HikariDataSource pool, Scheduler scheduler) implements Worker {
        @Override
        public Producer producer(int threads) {
            return new DbScheduler().producer(new Setup(setup.database(), setup.purpose(), threads));
        }

        @Override
        public int pooledConnections() {
            return pool.getMaximumPoolSize();
        }

        @Override
        public void close() {
            scheduler.stop();
            pool.close();
        }
    }
}
