package dev.dormouse.jobs.schedule;

import dev.dormouse.jobs.Enqueued;
import dev.dormouse.jobs.Jobs;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.Waking;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The schedules of a schema: what there is, and how to change it. Thread-safe. Works on any node. */
public final class Schedules {

    private final ScheduleStore store;
    private final Jobs jobs;
    private final Waking waking;

    public Schedules(ScheduleStore store, Jobs jobs, Waking waking) {
        this.store = store;
        this.jobs = jobs;
        this.waking = waking;
    }

    /** Adds the schedule, or changes the one of this name if it differs; one with the same timing keeps its fire time. */
    public void define(ScheduledJob<?> job) {
        defineAll(List.of(job));
    }

    public void defineAll(List<? extends ScheduledJob<?>> scheduled) {
        if (scheduled.isEmpty()) {
            return;
        }
        Map<String, ScheduleDefinition> byName = new LinkedHashMap<>();
        for (ScheduledJob<?> job : scheduled) {
            if (byName.put(job.name(), definition(job)) != null) {
                throw new IllegalArgumentException("There are two schedules named " + job.name() + ": rename one");
            }
        }
        announce(store.define(List.copyOf(byName.values())));
    }

    /** All schedules, by name. */
    public List<ScheduleStatus> list() {
        return store.list();
    }

    public Optional<ScheduleStatus> find(String name) {
        return store.find(name);
    }

    /** Fires no more until resumed, also if it is defined anew. False if there is no such schedule. */
    public boolean pause(String name) {
        return store.pause(name);
    }

    /** Fires again, from the next tick on. False if there is no such schedule. */
    public boolean resume(String name) {
        Optional<Duration> next = store.resume(name);
        announce(next);
        return next.isPresent();
    }

    /** Forgets the schedule. A node that still defines it adds it again when it starts. False if there is none. */
    public boolean remove(String name) {
        return store.remove(name);
    }

    /**
     * Enqueues the schedule's job now, besides its ticks and even if it is paused. With {@link Overlap#SKIP} an unfinished
     * job is the answer, and nothing is added.
     */
    public Enqueued runNow(String name) {
        ScheduleDefinition definition = store.find(name)
                .orElseThrow(() -> new IllegalArgumentException("There is no schedule named '" + name + "'"))
                .definition();
        return jobs.enqueueEncoded(List.of(definition.jobAt(null))).get(0);
    }

    private ScheduleDefinition definition(ScheduledJob<?> job) {
        return new ScheduleDefinition(
                job.name(), job.timing(), job.zone().getId(), jobs.encode(job.request()), job.overlap(), job.catchUp());
    }

    /** Whoever sleeps until a later fire time has to hear of an earlier one. */
    private void announce(Optional<Duration> nextDue) {
        nextDue.map(delay -> new WakeHint(ScheduleQueue.NAME, delay)).ifPresent(hint -> {
            waking.announce(hint);
        });
    }
}
