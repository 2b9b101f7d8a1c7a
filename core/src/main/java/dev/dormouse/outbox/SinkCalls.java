package dev.dormouse.outbox;

import dev.dormouse.outbox.DeliveryOutcome.Delivered;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls sinks and turns what they answer into outcomes. Thread-safe.
 *
 * <p>A call that takes too long is interrupted. If it goes on even then, its slot is freed and only its thread, its key and
 * its share of the route's concurrency stay taken until it ends: the key's order would be lost if the next batch began
 * before. So a sink that always hangs takes at most as many threads as its route may make calls at a time.
 */
final class SinkCalls {

    private static final Logger log = LoggerFactory.getLogger(SinkCalls.class);
    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(1);

    private final OutboxObserver observer;
    /** Something finished that is to be written, or may go on. */
    private final Runnable finished;

    private final Set<SinkCall> underWay = ConcurrentHashMap.newKeySet();
    private final CallWatch watch;
    private volatile boolean stopping;

    SinkCalls(OutboxObserver observer, ScheduledExecutorService timer, Runnable finished) {
        this.observer = observer;
        this.finished = finished;
        this.watch = new CallWatch(timer, this::look);
    }

    /**
     * Makes one call on the caller's thread.
     *
     * @param vacate frees the caller's slot, if the sink hangs
     * @return false if that has happened: the caller is to end
     */
    boolean make(Batch batch, Runnable vacate) {
        long start = System.nanoTime();
        SinkCall call = new SinkCall(batch, start + timeout(batch).toNanos(), vacate);
        underWay.add(call);
        watch.lookBy(call.deadlineNanos);
        boolean stayed = call.run();
        underWay.remove(call);
        if (!stayed) {
            log.info(
                    "route={} a call that hung has returned",
                    batch.route().route.name());
        }
        settle(batch, outcomes(call), stayed ? System.nanoTime() - start : 0);
        return stayed;
    }

    private static Duration timeout(Batch batch) {
        return batch.route().route.settings().timeout();
    }

    private void look() {
        long now = System.nanoTime();
        underWay.removeIf(call -> isLeft(call, now - call.deadlineNanos));
    }

    /** Interrupts the call if it is late. If it goes on even then, it is left alone. */
    private boolean isLeft(SinkCall call, long lateNanos) {
        if (lateNanos < 0) {
            watch.lookBy(call.deadlineNanos);
            return false;
        }
        call.interrupt("Timed out after " + timeout(call.batch));
        if (lateNanos < INTERRUPT_GRACE.toNanos()) {
            watch.lookBy(call.deadlineNanos + INTERRUPT_GRACE.toNanos());
            return false;
        }
        if (call.leave()) {
            hangs(call.batch);
        }
        return true;
    }

    private void hangs(Batch batch) {
        String route = batch.route().route.name();
        observer.hanging(route);
        log.warn(
                "route={} its sink has not returned after {} and an interrupt: {} and the rest of its key wait until it does",
                route,
                timeout(batch),
                batch.messages().get(0).message());
    }

    /** Without a call: it cannot be made, or was lost with the node that made it. */
    void fail(Batch batch, String error) {
        Verdict verdict = new Verdict(batch.route().route.settings(), batch.line() != null);
        settle(batch, verdict.failed(batch.messages(), error), 0);
    }

    private void settle(Batch batch, List<DeliveryOutcome> all, long nanos) {
        List<DeliveryOutcome> outcomes = all;
        if (stopping || batch.backlog().isLost()) {
            outcomes = outcomes.stream().filter(Delivered.class::isInstance).toList();
        }
        tell(batch, outcomes, nanos);
        batch.backlog().finish(batch, outcomes);
        finished.run();
    }

    private List<DeliveryOutcome> outcomes(SinkCall call) {
        List<StoredMessage> messages = call.batch.messages();
        Route route = call.batch.route().route;
        Verdict verdict = new Verdict(route.settings(), call.batch.line() != null);
        Throwable thrown = call.thrown();
        String because = call.interruptedBecause();
        try {
            if (thrown != null) {
                return because == null ? verdict.failed(messages, thrown) : verdict.failed(messages, because);
            }
            Map<UUID, Delivery> answers = Verdict.copy(call.answers());
            reportUnknown(route, messages, answers);
            return because != null && answers.isEmpty()
                    ? verdict.failed(messages, because)
                    : verdict.answered(messages, answers);
        } catch (Throwable hostile) {
            return verdict.failed(messages, hostile);
        }
    }

    private void reportUnknown(Route route, List<StoredMessage> messages, Map<UUID, Delivery> answers) {
        long own = messages.stream()
                .filter(message -> answers.containsKey(message.message().id()))
                .count();
        int unknown = answers.size() - (int) own;
        if (unknown > 0) {
            observer.unknownAnswers(route.name(), unknown);
            log.warn("route={} its sink answered for {} messages that it was not given", route.name(), unknown);
        }
    }

    private void tell(Batch batch, List<DeliveryOutcome> outcomes, long nanos) {
        String route = batch.route().route.name();
        int delivered = 0;
        for (DeliveryOutcome outcome : outcomes) {
            if (outcome instanceof Delivered) {
                delivered++;
            } else if (outcome instanceof DeliveryOutcome.Retry) {
                observer.retried(route);
            } else if (outcome instanceof DeliveryOutcome.Parked parked) {
                observer.parked(route);
                log.error(
                        "route={} a message is parked{}: {}",
                        route,
                        parked.blocks() ? " and the rest of its key waits for it" : "",
                        firstLine(parked.error()));
            }
        }
        observer.delivered(route, delivered, nanos);
    }

    private static String firstLine(String error) {
        return error.lines().findFirst().orElse("");
    }

    void interrupt(Predicate<Backlog> whose, String because) {
        underWay.stream().filter(call -> whose.test(call.batch.backlog())).forEach(call -> call.interrupt(because));
    }

    /** From now on what fails is not the message's fault. */
    void stopping() {
        stopping = true;
    }
}
