package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.postgres.Postgres;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Dormouse's orchestrations, with the settings one gets without choosing any. */
final class DormouseWorkflows implements Workflows {

    /** Several steps at once. */
    record Fan(int steps, long millis) {}

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Orchestration<Long, Long> SEQUENCE = Orchestration.of("sequence", Long.class, Long.class);
    private static final Orchestration<Fan, Integer> FAN_OUT = Orchestration.of("fan-out", Fan.class, Integer.class);
    private static final Activity<Long, Long> NOTHING = Activity.of("nothing", Long.class, Long.class);
    private static final Activity<Long, Long> REST = Activity.of("rest", Long.class, Long.class);

    private final HikariDataSource pool;
    private final Dormouse node;

    DormouseWorkflows(Database database) {
        pool = database.pool(10);
        node = Dormouse.on(Postgres.at(pool))
                .orchestration(SEQUENCE, DormouseWorkflows::steps)
                .orchestration(FAN_OUT, DormouseWorkflows::fan)
                .activity(NOTHING, (ctx, number) -> number)
                .activity(REST, (ctx, millis) -> {
                    Thread.sleep(millis);
                    return millis;
                })
                .start();
    }

    private static Long steps(OrchestrationContext ctx, Long id) {
        for (long step = 0; step < STEPS; step++) {
            ctx.activity(NOTHING, step).await();
        }
        return id;
    }

    private static Integer fan(OrchestrationContext ctx, Fan fan) {
        List<DurableFuture<Long>> steps = new ArrayList<>();
        for (int i = 0; i < fan.steps(); i++) {
            steps.add(ctx.activity(REST, fan.millis()));
        }
        return ctx.all(steps).await().size();
    }

    @Override
    public void sequence(long id) throws Exception {
        node.orchestrations().start(SEQUENCE, "sequence-" + id, id);
        node.orchestrations().awaitCompletion(SEQUENCE, "sequence-" + id, PATIENCE);
    }

    @Override
    public void fanOut(long id, int steps, Duration each) throws Exception {
        node.orchestrations().start(FAN_OUT, "fan-out-" + id, new Fan(steps, each.toMillis()));
        node.orchestrations().awaitCompletion(FAN_OUT, "fan-out-" + id, PATIENCE);
    }

    @Override
    public void close() {
        node.close();
        pool.close();
    }
}
