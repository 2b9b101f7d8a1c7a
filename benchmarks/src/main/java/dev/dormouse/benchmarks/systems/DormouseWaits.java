package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.postgres.Postgres;
import java.util.concurrent.atomic.LongAdder;

/** Dormouse's orchestrations, waiting. */
final class DormouseWaits implements Waits {
    private static final int STARTERS = 16;
    private static final String EVENT = "go";
    private static final Orchestration<Long, Long> WAITING = Orchestration.of("waiting", Long.class, Long.class);

    private final LongAdder begun = new LongAdder();
    private final HikariDataSource pool;
    private final Dormouse node;

    DormouseWaits(Database database) {
        pool = database.pool(STARTERS + 2);
        node = Dormouse.on(Postgres.at(pool))
                .orchestration(WAITING, this::waitForEver)
                .start();
    }

    private Long waitForEver(OrchestrationContext ctx, Long id) {
        for (long sum = id; ; ) {
            if (!ctx.isReplaying()) {
                begun.increment();
            }
            sum += ctx.event(EVENT, Long.class).await();
            if (sum < 0) {
                return sum; // never: the events are positive
            }
        }
    }

    @Override
    public void startAll(long firstId, int count) throws InterruptedException {
        int threads = Math.min(STARTERS, count);
        Threads.runAll(threads, thread -> {
            for (long id = firstId + thread; id < firstId + count; id += threads) {
                node.orchestrations().start(WAITING, name(id), id);
            }
        });
    }

    @Override
    public void raise(long id) {
        node.orchestrations().raiseEvent(name(id), EVENT, 1L);
    }

    private static String name(long id) {
        return "waiting-" + id;
    }

    @Override
    public long begun() {
        return begun.sum();
    }

    @Override
    public void close() {
        node.close();
        pool.close();
    }
}
