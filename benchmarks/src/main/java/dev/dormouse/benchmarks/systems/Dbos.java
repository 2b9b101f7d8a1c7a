package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.DBOSClient;
import dev.dbos.transact.DBOSClient.EnqueueOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.migrations.MigrationManager;
import dev.dbos.transact.workflow.Queue;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowClassName;
import java.time.Duration;
import java.util.Map;

/** DBOS Transact: a workflow without steps, enqueued on a queue. */
final class Dbos implements SystemUnderTest {
    private static final String QUEUE = "bench";
    private static final String WORKFLOW = "job";
    private static final String CLASS = "bench-jobs";
    /** The pool that it makes for itself, if it is given a URL and not a pool, always has ten open. */
    static final int CONNECTIONS = 10;
    /** From here on the queue sets no limit of its own. */
    private static final int UNLIMITED = 1000;

    @Override
    public String name() {
        return "dbos";
    }

    @Override
    public void install(Database database, Purpose purpose) {
        try (HikariDataSource pool = database.pool(2)) {
            MigrationManager.runMigrations(config(pool));
        }
    }

    private static DBOSConfig config(HikariDataSource pool) {
        return DBOSConfig.defaults("bench")
                .withDataSource(pool)
                .withAppVersion("1")
                .withExecutorId("bench");
    }

    @Override
    public Producer producer(Setup setup) {
        HikariDataSource pool = setup.database().pool(setup.width());
        return new ClientProducer(pool, new DBOSClient(pool));
    }

    @Override
    public Worker worker(Setup setup, Handler handler) {
        HikariDataSource pool = setup.database().pool(CONNECTIONS);
        DBOS dbos = new DBOS(config(pool));
        dbos.registerQueue(queue(setup));
        dbos.registerProxy(Jobs.class, new JobsImplementation(handler));
        dbos.launch();
        return new DbosWorker(setup, pool, dbos);
    }

    private static Queue queue(Setup setup) {
        Queue queue = new Queue(QUEUE);
        if (setup.width() < UNLIMITED) {
            queue = queue.withWorkerConcurrency(setup.width());
        }
        return switch (setup.purpose()) {
            case DEFAULT, EVERYTHING -> queue; // polls every second
            case LATENCY -> queue.withPollingInterval(Duration.ofMillis(100));
            // One poll starts at most as many jobs as there are free slots, so the interval bounds the rate.
            case THROUGHPUT, WAKES, SAME_TABLES -> queue.withPollingInterval(Duration.ofMillis(10));
        };
    }

    @Override
    public Map<String, Sequences.Opener> sequences() {
        return Map.of("postgres", DbosSequences::new);
    }

    @Override
    public String unfinishedQuery() {
        return "SELECT 1 FROM dbos.workflow_status WHERE status IN ('ENQUEUED', 'PENDING') LIMIT 1";
    }

    @Override
    public int bestSlots() {
        return UNLIMITED;
    }

    @Override
    public int drainJobs() {
        return 5_000;
    }

    /** Its proxies need an interface. */
    public interface Jobs {
        void run(long jobId);
    }

    @WorkflowClassName(CLASS)
    private record JobsImplementation(Handler handler) implements Jobs {
        @Override
        @Workflow(name = WORKFLOW)
        public void run(long jobId) {
            handler.handle(jobId);
        }
    }

    private record ClientProducer(HikariDataSource pool, DBOSClient client) implements Producer {
        @Override
        public void enqueue(long jobId) {
            client.enqueueWorkflow(new EnqueueOptions(WORKFLOW, CLASS, QUEUE), new Object[] {jobId});
        }

        /** It has no bulk enqueue. */
        @Override
        public void enqueueAll(long firstId, int count) throws InterruptedException {
            int threads = Math.min(pool.getMaximumPoolSize(), count);
            Threads.runAll(threads, thread -> {
                for (long id = firstId + thread; id < firstId + count; id += threads) {
                    enqueue(id);
                }
            });
        }

        @Override
        public void close() {
            client.close();
            pool.close();
        }
    }

    private record DbosWorker(Setup setup, HikariDataSource pool, DBOS dbos) implements Worker {
        @Override
        public Producer producer(int threads) {
            return new Dbos().producer(new Setup(setup.database(), setup.purpose(), threads));
        }

        @Override
        public int pooledConnections() {
            return pool.getMaximumPoolSize();
        }

        @Override
        public void close() {
            dbos.shutdown();
            pool.close();
        }
    }
}
