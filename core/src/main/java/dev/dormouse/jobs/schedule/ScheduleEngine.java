package dev.dormouse.jobs.schedule;

import dev.dormouse.dispatch.Dispatcher;
import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.dispatch.DispatcherParts;
import dev.dormouse.jobs.Jobs;
import dev.dormouse.node.Engine;
import dev.dormouse.node.NodeParts;
import java.time.Duration;
import java.util.List;

/** Fires schedules. All is done by the coordinator, so that there is nothing to run in the one slot. */
public final class ScheduleEngine implements Engine {

    private final Dispatcher<?> dispatcher;

    public ScheduleEngine(ScheduleStore store, Jobs jobs, NodeParts parts) {
        this.dispatcher = new Dispatcher<>(
                new ScheduleQueue(store, jobs),
                new DispatcherParts(
                        1, Runnable::run, parts.waking().hub(), parts.waking().sleepers(), parts.observer()));
    }

    @Override
    public void start() {
        dispatcher.start();
    }

    @Override
    public void stop(Duration grace) {
        dispatcher.stop(grace);
    }

    @Override
    public List<DispatcherHealth> health() {
        return List.of(dispatcher.health());
    }
}
