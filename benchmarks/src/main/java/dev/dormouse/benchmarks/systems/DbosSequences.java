package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowClassName;

/** DBOS Transact: a workflow called directly, with steps; it then runs on the caller's thread, without a queue. */
final class DbosSequences implements Sequences {
    private final HikariDataSource pool;
    private final DBOS dbos;
    private final Steps steps;

    DbosSequences(Database database) {
        pool = database.pool(Dbos.CONNECTIONS);
        dbos = new DBOS(DBOSConfig.defaults("bench")
                .withDataSource(pool)
                .withAppVersion("1")
                .withExecutorId("bench"));
        steps = dbos.registerProxy(Steps.class, new StepsImplementation(dbos));
        dbos.launch();
    }

    @Override
    public void sequence(long id) {
        steps.run(id);
    }

    @Override
    public void close() {
        dbos.shutdown();
        pool.close();
    }

    /** Its proxies need an interface. */
    public interface Steps {
        long run(long id);
    }

    @WorkflowClassName("bench-steps")
    private record StepsImplementation(DBOS dbos) implements Steps {
        @Override
        @Workflow(name = "sequence")
        public long run(long id) {
            long sum = 0;
            for (int step = 0; step < STEPS; step++) {
                long number = step;
                sum += dbos.runStep(() -> number, "nothing");
            }
            return sum;
        }
    }
}
