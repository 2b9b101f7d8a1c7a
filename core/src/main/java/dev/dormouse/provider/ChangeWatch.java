package dev.dormouse.provider;

import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Waiter;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeReason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets callers wait until an instance may have changed. Everyone who watches an instance is told, here and on every node
 * that has said it wants to know; once a node has watched any instance, it is told of all. Thread-safe.
 */
public final class ChangeWatch implements AutoCloseable {

    private static final String SIGNAL = "instance";
    private static final String MARK = WakeHub.signal(SIGNAL, "").queue();
    private static final int NAME_LENGTH_MAX = 120;

    private final WakeHub hub;
    private final SleepMarks marks;
    private final Map<String, Set<Watch>> watches = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public ChangeWatch(WakeHub hub, Sleepers sleepers) {
        this.hub = hub;
        this.marks = new SleepMarks(hub, sleepers);
        hub.onSignal(SIGNAL, this::changedHere);
    }

    /** What to announce to the other nodes when an instance has changed. */
    public static WakeHint hint(String instance) {
        return WakeHub.signal(SIGNAL, name(instance));
    }

    /** Tells the callers in this process. */
    public void changed(String instance) {
        changedHere(name(instance));
    }

    public InstanceWatch watch(String instance) {
        Watch watch = new Watch(name(instance));
        watches.compute(watch.name, (same, others) -> {
            Set<Watch> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(watch);
            return all;
        });
        boolean unused = marks.set(MARK);
        return watch;
    }

    /** Ends all waits. */
    @Override
    public void close() {
        closed = true;
        watches.values().forEach(all -> all.forEach(watch -> watch.waiter.close()));
    }

    private void changedHere(String name) {
        watches.getOrDefault(name, Set.of()).forEach(Watch::changed);
    }

    /** Short enough to travel in a notification, whatever the instance is called. */
    private static String name(String instance) {
        return instance.length() <= NAME_LENGTH_MAX
                ? instance
                : UUID.nameUUIDFromBytes(instance.getBytes(StandardCharsets.UTF_8))
                        .toString();
    }

    private final class Watch implements InstanceWatch {

        private final String name;
        private final Waiter waiter = hub.register(List.of(SIGNAL));

        Watch(String name) {
            this.name = name;
        }

        void changed() {
            waiter.nudge();
        }

        /** If the node had to say anew that it wants to know, changes may have been missed since it said so last. */
        @Override
        public void await(Duration timeout) throws InterruptedException {
            if (!closed && marks.set(MARK)) {
                WakeReason unused = waiter.awaitUntil(hub.nanos() + timeout.toNanos());
            }
        }

        @Override
        public void close() {
            waiter.close();
            watches.computeIfPresent(name, (same, all) -> {
                all.remove(this);
                return all.isEmpty() ? null : all;
            });
        }
    }
}
