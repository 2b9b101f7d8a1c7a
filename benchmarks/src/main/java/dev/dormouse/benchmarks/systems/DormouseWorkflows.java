package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityContext;
import dev.dormouse.orchestration.DurableFuture;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.OrchestrationNode;
import dev.dormouse.orchestration.Orchestrations;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.sqlite.SqliteProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Dormouse's orchestrations, with the settings one gets without choosing any. */
final class DormouseWorkflows implements Sequences, FanOuts {

    /** Several steps at once. */
    record Fan(int steps, long millis) {}

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Orchestration<Long, Long> SEQUENCE = Orchestration.of("sequence", Long.class, Long.class);
    private static final Orchestration<Fan, Integer> FAN_OUT = Orchestration.of("fan-out", Fan.class, Integer.class);
    private static final Activity<Long, Long> NOTHING = Activity.of("nothing", Long.class, Long.class);
    private static final Activity<Long, Long> REST = Activity.of("rest", Long.class, Long.class);

    private final Orchestrations orchestrations;
    private final Runnable closing;

    private DormouseWorkflows(Orchestrations orchestrations, Runnable closing) {
        this.orchestrations = orchestrations;
        this.closing = closing;
    }

    static DormouseWorkflows onPostgres(Database database) {
        HikariDataSource pool = database.pool(10);
        Dormouse node = register(Dormouse.on(Postgres.at(pool))).start();
        return new DormouseWorkflows(node.orchestrations(), () -> {
            node.close();
            pool.close();
        });
    }

    /** A file of its own; the database is not used. */
    static DormouseWorkflows onSqlite(Database unused) throws IOException {
        Path folder = Files.createTempDirectory("dormouse-bench");
        Path file = folder.resolve("orchestrations.db");
        SqliteProvider provider = SqliteProvider.open(file);
        OrchestrationNode node = OrchestrationNode.on(provider)
                .orchestration(SEQUENCE, DormouseWorkflows::steps)
                .orchestration(FAN_OUT, DormouseWorkflows::fan)
                .activity(NOTHING, (ctx, number) -> number)
                .activity(REST, DormouseWorkflows::rest)
                .start();
        return new DormouseWorkflows(node.orchestrations(), () -> {
            node.stop(GRACE);
            provider.close();
            delete(folder);
        });
    }

    static DormouseBuilder register(DormouseBuilder builder) {
        return builder.orchestration(SEQUENCE, DormouseWorkflows::steps)
                .orchestration(FAN_OUT, DormouseWorkflows::fan)
                .activity(NOTHING, (ctx, number) -> number)
                .activity(REST, DormouseWorkflows::rest);
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

    private static Long rest(ActivityContext ctx, Long millis) throws InterruptedException {
        Thread.sleep(millis);
        return millis;
    }

    @Override
    public void sequence(long id) throws Exception {
        orchestrations.start(SEQUENCE, "sequence-" + id, id);
        orchestrations.awaitCompletion(SEQUENCE, "sequence-" + id, PATIENCE);
    }

    @Override
    public void fanOut(long id, int steps, Duration each) throws Exception {
        orchestrations.start(FAN_OUT, "fan-out-" + id, new Fan(steps, each.toMillis()));
        orchestrations.awaitCompletion(FAN_OUT, "fan-out-" + id, PATIENCE);
    }

    @Override
    public void close() {
        closing.run();
    }

    private static void delete(Path folder) {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new IllegalStateException("The benchmark's SQLite file could not be deleted from " + folder, e);
        }
    }
}
