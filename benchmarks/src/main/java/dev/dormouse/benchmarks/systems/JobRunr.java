package dev.dormouse.benchmarks.systems;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.StorageProviderUtils.DatabaseOptions;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/** JobRunr (open source edition) on its PostgreSQL storage, jobs as job requests. */
final class JobRunr implements SystemUnderTest {

    @Override
    public String name() {
        return "jobrunr";
    }

    @Override
    public void install(Database database, Purpose purpose) {
        try (HikariDataSource pool = database.pool(1)) {
            new PostgresStorageProvider(pool, DatabaseOptions.CREATE).close();
        }
    }

    @Override
    public RequestProducer producer(Setup setup) {
        HikariDataSource pool = setup.database().pool(setup.width());
        StorageProvider storage = storage(pool, new Jackson3JsonMapper());
        return new RequestProducer(pool, storage, new JobRequestScheduler(storage));
    }

    @Override
    public Worker worker(Setup setup, Handler handler) {
        HikariDataSource pool = setup.database().pool(Math.min(setup.width(), 16) + 4);
        JsonMapper mapper = new Jackson3JsonMapper();
        StorageProvider storage = storage(pool, mapper);
        BackgroundJobServer server =
                new BackgroundJobServer(storage, mapper, new SingleActivator(handler), configuration(setup));
        server.start();
        return new ServerWorker(setup, pool, storage, server);
    }

    private static StorageProvider storage(HikariDataSource pool, JsonMapper mapper) {
        PostgresStorageProvider storage = new PostgresStorageProvider(pool, DatabaseOptions.SKIP_CREATE);
        storage.setJobMapper(new JobMapper(mapper));
        return storage;
    }

    private static BackgroundJobServerConfiguration configuration(Setup setup) {
        BackgroundJobServerConfiguration configuration =
                usingStandardBackgroundJobServerConfiguration().andWorkerCount(setup.width());
        return switch (setup.purpose()) {
            case DEFAULT, EVERYTHING -> configuration; // polls every 15 s
            // The shortest interval that it accepts on an SQL database. Free workers ask for more work at once.
            case LATENCY, THROUGHPUT, WAKES, SAME_TABLES -> configuration.andPollInterval(Duration.ofSeconds(5));
        };
    }

    @Override
    public Optional<DelayedProducer.Opener> delays() {
        return Optional.of(this::producer);
    }

    @Override
    public String unfinishedQuery() {
        return "SELECT 1 FROM jobrunr_jobs WHERE state <> 'SUCCEEDED' LIMIT 1";
    }

    /** Its default on two cores with virtual threads, and twice that with threads of the platform. */
    @Override
    public int bestSlots() {
        return 32;
    }

    @Override
    public int drainJobs() {
        return 15_000;
    }

    @Override
    public int settleSeconds() {
        return 8;
    }

    @Override
    public int pollMillis() {
        return 5000;
    }

    /** What JobRunr stores for a job. */
    public record NumberedRequest(long jobId) implements JobRequest {
        @Override
        public Class<NumberedHandler> getJobRequestHandler() {
            return NumberedHandler.class;
        }
    }

    /** Hands the stored number to the harness. */
    public record NumberedHandler(Handler handler) implements JobRequestHandler<NumberedRequest> {
        @Override
        public void run(NumberedRequest request) {
            handler.handle(request.jobId());
        }
    }

    private record SingleActivator(Handler handler) implements JobActivator {
        @Override
        public <T> T activateJob(Class<T> type) {
            return type.cast(new NumberedHandler(handler));
        }
    }

    record RequestProducer(HikariDataSource pool, StorageProvider storage, JobRequestScheduler scheduler)
            implements DelayedProducer {
        @Override
        public void enqueue(long jobId) {
            scheduler.enqueue(new NumberedRequest(jobId));
        }

        @Override
        public void enqueueAt(long jobId, Instant due) {
            scheduler.schedule(due, new NumberedRequest(jobId));
        }

        /** It has no bulk schedule. */
        @Override
        public void enqueueAllAt(long firstId, int count, Instant due) {
            LongStream.range(firstId, firstId + count).forEach(id -> enqueueAt(id, due));
        }

        @Override
        public void enqueueAll(long firstId, int count) {
            scheduler.enqueue(LongStream.range(firstId, firstId + count).mapToObj(NumberedRequest::new));
        }

        @Override
        public void close() {
            storage.close();
            pool.close();
        }
    }

    private record ServerWorker(Setup setup, HikariDataSource pool, StorageProvider storage, BackgroundJobServer server)
            implements Worker {
        @Override
        public Producer producer(int threads) {
            return new JobRunr().producer(new Setup(setup.database(), setup.purpose(), threads));
        }

        @Override
        public int pooledConnections() {
            return pool.getMaximumPoolSize();
        }

        @Override
        public void close() {
            server.stop();
            storage.close();
            pool.close();
        }
    }
}
