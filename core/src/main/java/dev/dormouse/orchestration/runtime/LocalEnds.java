package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.kernel.Event;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * Tells callers on this node how an instance ended that has its last turn here: they need not ask the database whether it has
 * ended yet, nor how. Thread-safe.
 */
public final class LocalEnds {

    /** Where nothing ends. */
    public static final LocalEnds NONE = new LocalEnds(instance -> 0);

    /** An instance that has made no step here for so long may have gone on elsewhere. */
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final ToLongFunction<String> reached;
    /** By instance; none is empty. */
    private final Map<String, Set<Caller>> callers = new ConcurrentHashMap<>();

    /** One who waits. */
    private static final class Caller {
        private final CountDownLatch told = new CountDownLatch(1);
        private volatile Optional<Event> end = Optional.empty();

        void tell(Optional<Event> how) {
            end = how;
            told.countDown();
        }
    }

    /** @param reached the latest event of an instance that goes on here as far as this node knows, else zero */
    LocalEnds(ToLongFunction<String> reached) {
        this.reached = reached;
    }

    /**
     * The event that ended the instance, if that happens here and before the timeout. Empty says nothing: it may have ended
     * before, or elsewhere. Does not wait for an instance that is not known to go on here, and not much longer than it does.
     */
    public Optional<Event> await(String instance, Duration timeout) throws InterruptedException {
        Caller caller = new Caller();
        add(instance, caller);
        try {
            awaitWhileItGoesOn(instance, caller, timeout);
            return caller.end;
        } finally {
            remove(instance, caller);
        }
    }

    private void awaitWhileItGoesOn(String instance, Caller caller, Duration timeout) throws InterruptedException {
        long beganNanos = System.nanoTime();
        long before = 0;
        // Asked only now that whoever ends it will find the caller.
        long now = reached.applyAsLong(instance);
        Duration left = timeout;
        while (now != before && now != 0 && left.compareTo(Duration.ZERO) > 0) {
            Duration step = left.compareTo(PATIENCE) < 0 ? left : PATIENCE;
            if (caller.told.await(step.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
            before = now;
            now = reached.applyAsLong(instance);
            left = timeout.minusNanos(System.nanoTime() - beganNanos);
        }
    }

    /** To be called once the instance is not known to go on here any more. */
    void ended(String instance, History history) {
        Optional<Event> end = history.last().filter(Event.Terminal.class::isInstance);
        callers.getOrDefault(instance, Set.of()).forEach(caller -> caller.tell(end));
    }

    int waiting() {
        return callers.values().stream().mapToInt(Set::size).sum();
    }

    private void add(String instance, Caller caller) {
        callers.compute(instance, (same, others) -> {
            Set<Caller> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(caller);
            return all;
        });
    }

    private void remove(String instance, Caller caller) {
        callers.computeIfPresent(instance, (same, all) -> {
            all.remove(caller);
            return all.isEmpty() ? null : all;
        });
    }
}
