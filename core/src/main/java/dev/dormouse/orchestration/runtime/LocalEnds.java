package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.kernel.Event;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Tells callers on this node how an instance ended that has its last turn here: they need not ask the database whether it has
 * ended yet, nor how. Thread-safe.
 */
public final class LocalEnds {

    /** Where nothing ends. */
    public static final LocalEnds NONE = new LocalEnds(instance -> false);

    private final Predicate<String> goesOnHere;
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

    /** @param goesOnHere whether this node had the latest turn of an instance, as far as it knows */
    LocalEnds(Predicate<String> goesOnHere) {
        this.goesOnHere = goesOnHere;
    }

    /**
     * The event that ended the instance, if that happens here and before the timeout. Empty says nothing: it may have ended
     * before, or elsewhere. Does not wait for an instance that is not known to go on here.
     */
    public Optional<Event> await(String instance, Duration timeout) throws InterruptedException {
        Caller caller = new Caller();
        add(instance, caller);
        try {
            // Asked only now: if it still goes on here, whoever ends it will find us.
            boolean unused = goesOnHere.test(instance) && caller.told.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return caller.end;
        } finally {
            remove(instance, caller);
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
