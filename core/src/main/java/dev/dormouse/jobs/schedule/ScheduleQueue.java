package dev.dormouse.jobs.schedule;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.dispatch.WorkQueue;
import dev.dormouse.jobs.Jobs;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schedules of a schema as work for a dispatcher. Firing is part of the exchange itself: what is due is enqueued and
 * moved on in the transaction that found it, so nothing is ever claimed, run or given back.
 */
public final class ScheduleQueue implements WorkQueue<Void> {

    /** By this name changes of fire times are announced. */
    public static final String NAME = "cron";

    private static final Logger log = LoggerFactory.getLogger(ScheduleQueue.class);
    /** More in one transaction would hold the locks for longer. */
    private static final int BATCH_MAX = 100;

    private final ScheduleStore store;
    private final Jobs jobs;

    public ScheduleQueue(ScheduleStore store, Jobs jobs) {
        this.store = store;
        this.jobs = jobs;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Exchange<Void> exchange(int max) {
        ScheduleStore.Fired fired = store.fire(BATCH_MAX);
        jobs.announce(fired.jobs());
        fired.broken()
                .forEach(firing -> log.error(
                        "schedule={} is paused, define it anew or remove it: {}", firing.schedule(), firing.error()));
        return new Exchange<>(List.of(), fired.more(), fired.nextDue(), fired.found());
    }

    @Override
    public boolean unwritten() {
        return false;
    }

    @Override
    public void run(Void item) {}

    @Override
    public void giveBack(List<Void> items) {}

    @Override
    public void interruptRunning() {}

    @Override
    public void abandonRunning() {}
}
