package dev.dormouse.wake;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * One party that waits for work in some queues. The cycle is: {@link #beginLook}, tell the {@link Look} what was found, and
 * if that was nothing, {@link #await}. Being registered from before the look until after the wait is what keeps a wake that
 * arrives in between.
 *
 * <p>Used by one thread at a time; {@link #nudge} and {@link #close} may be called from any.
 */
public final class Waiter implements AutoCloseable {

    private final WakeHub hub;
    private final List<Topic> topics;
    private final Condition changed;

    // Guarded by the hub's lock.
    private PollState poll;
    private @Nullable WakeReason token;
    private long tokenNanos;
    private boolean parked;
    private boolean nudged;
    private boolean closed;
    private long pollNanos;
    /** Woken, and has not looked since: whoever takes this waiter away must pass the wake on. */
    private @Nullable WakeReason owing;

    Waiter(WakeHub hub, List<Topic> topics, PollState poll) {
        this.hub = hub;
        this.topics = topics;
        this.changed = hub.lock.newCondition();
        this.poll = poll;
        this.pollNanos = hub.ticker.nanos();
    }

    /** Call before looking. What is announced from now on is either seen by the look or kept for the next wait. */
    public Look beginLook() {
        hub.lock.lock();
        try {
            token = null;
            WakeReason reason = owing;
            owing = null;
            topics.forEach(topic -> topic.due.lookBegins());
            return new Look(this, reason, hub.nextLook());
        } finally {
            hub.lock.unlock();
        }
    }

    /** Waits for the first of: a token, a nudge, the next due time, the poll mode's own pace, the fallback. */
    public WakeReason await() throws InterruptedException {
        return Objects.requireNonNull(awaitUntil(Long.MAX_VALUE));
    }

    /** As {@link #await()}, but gives up at the deadline and then returns null. */
    public @Nullable WakeReason awaitUntil(long deadlineNanos) throws InterruptedException {
        while (true) {
            WakeReason reason = awaitOnce(deadlineNanos);
            if (reason != WakeReason.FALLBACK || owing() == WakeReason.FALLBACK) {
                return reason;
            }
            hub.survey(this);
        }
    }

    /** Waits for a nudge or the end only, and leaves every wake where it is: for a waiter that could take no work now. */
    public boolean awaitNudge(Duration atMost) throws InterruptedException {
        hub.lock.lock();
        try {
            long deadline = hub.ticker.nanos() + atMost.toNanos();
            for (long left; !nudged && !closed && (left = deadline - hub.ticker.nanos()) > 0; ) {
                hub.ticker.await(changed, left);
            }
            boolean was = nudged;
            nudged = false;
            return was;
        } finally {
            hub.lock.unlock();
        }
    }

    /** Pauses after a failure; only the end cuts it short. */
    public void pause(Duration pause) throws InterruptedException {
        hub.lock.lock();
        try {
            long deadline = hub.ticker.nanos() + pause.toNanos();
            for (long left; !closed && (left = deadline - hub.ticker.nanos()) > 0; ) {
                hub.ticker.await(changed, left);
            }
        } finally {
            hub.lock.unlock();
        }
    }

    /** Something changed in this process that the waiter should see to: a slot became free, something finished. */
    public void nudge() {
        hub.lock.lock();
        try {
            nudged = true;
            changed.signal();
        } finally {
            hub.lock.unlock();
        }
    }

    public PollMode mode() {
        hub.lock.lock();
        try {
            return poll.mode();
        } finally {
            hub.lock.unlock();
        }
    }

    /** Ends every wait at once. A wake that this waiter took but did not use goes to another one. */
    @Override
    public void close() {
        hub.lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            apply(PollEvent.STOP);
            hub.remove(this, topics);
            WakeReason unused = token != null ? token : owing;
            if (unused != null) {
                topics.forEach(topic -> topic.offer(unused, this, hub.ticker.nanos()));
            }
            changed.signalAll();
        } finally {
            hub.lock.unlock();
        }
    }

    /** FALLBACK without a token means: this waiter is the one that makes the node's survey now. */
    private @Nullable WakeReason awaitOnce(long deadlineNanos) throws InterruptedException {
        hub.lock.lock();
        try {
            while (true) {
                long now = hub.ticker.nanos();
                WakeReason reason = ready(now);
                if (reason != null) {
                    return reason;
                }
                if (now >= deadlineNanos) {
                    return null;
                }
                park(Math.min(deadlineNanos, nextNanos()) - now);
            }
        } finally {
            hub.lock.unlock();
        }
    }

    private @Nullable WakeReason ready(long now) {
        if (closed) {
            return WakeReason.STOP;
        }
        if (token != null) {
            return takeToken(now);
        }
        if (nudged) {
            nudged = false;
            return WakeReason.LOCAL;
        }
        if (due(now)) {
            return woke(WakeReason.DUE, PollEvent.TIMER_FIRED);
        }
        if (now >= pollDeadline()) {
            return woke(poll.mode() == PollMode.AGGRESSIVE ? WakeReason.AGGRESSIVE : WakeReason.POLL, null);
        }
        return poll.mode() == PollMode.LISTENING && hub.takeFallback(now) ? WakeReason.FALLBACK : null;
    }

    private WakeReason takeToken(long now) {
        WakeReason reason = Objects.requireNonNull(token);
        token = null;
        if (now - tokenNanos > hub.settings.notifyDeliveryTimeout().toNanos()) {
            apply(PollEvent.DELIVERY_TIMED_OUT);
        }
        return woke(reason, eventOf(reason));
    }

    private static @Nullable PollEvent eventOf(WakeReason reason) {
        return switch (reason) {
            case NOTIFY -> PollEvent.NOTIFIED;
            case DUE -> PollEvent.TIMER_FIRED;
            case FALLBACK -> PollEvent.FALLBACK_FIRED;
            case CHAIN, RECONNECT, LOCAL, AGGRESSIVE, POLL, STOP -> null;
        };
    }

    private WakeReason woke(WakeReason reason, @Nullable PollEvent event) {
        if (event != null) {
            apply(event);
        }
        owing = reason;
        hub.observer.woke(name(), reason);
        return reason;
    }

    private boolean due(long now) {
        boolean any = false;
        for (Topic topic : topics) {
            if (topic.due.earliest() <= now) {
                topic.due.fired(now);
                any = true;
            }
        }
        return any;
    }

    private long nextNanos() {
        long next = Math.min(pollDeadline(), poll.mode() == PollMode.LISTENING ? hub.fallbackNanos() : Long.MAX_VALUE);
        for (Topic topic : topics) {
            next = Math.min(next, topic.due.earliest());
        }
        return next;
    }

    private long pollDeadline() {
        return poll.pollDelay(hub.settings)
                .map(delay -> pollNanos + delay.toNanos())
                .orElse(Long.MAX_VALUE);
    }

    private void park(long nanos) throws InterruptedException {
        parked = true;
        try {
            hub.ticker.await(changed, Math.min(nanos, hub.settings.maxWait().toNanos()));
        } finally {
            parked = false;
        }
    }

    // What the hub and the looks do to a waiter, all under the hub's lock.

    boolean wantsToken() {
        return token == null && !closed;
    }

    boolean parked() {
        return parked;
    }

    void give(WakeReason reason, long nowNanos) {
        token = reason;
        tokenNanos = nowNanos;
        changed.signal();
    }

    /** The next due time of a queue changed: a parked waiter computes its deadline anew. */
    void alarmMoved() {
        changed.signal();
    }

    void apply(PollEvent event) {
        PollMode before = poll.mode();
        poll = poll.next(event, hub.ticker.nanos(), hub.settings);
        if (poll.mode() != before) {
            hub.observer.modeChanged(name(), before, poll.mode());
            pollNanos = hub.ticker.nanos();
            changed.signal();
        }
    }

    void looked(Look look, PollEvent outcome, long dueNanos, boolean more) {
        hub.lock.lock();
        try {
            pollNanos = hub.ticker.nanos();
            apply(outcome);
            if (outcome != PollEvent.LOOK_FAILED) {
                topics.forEach(topic -> topic.due.looked(look.number(), dueNanos));
            }
            WakeReason reason = look.reason();
            if (outcome == PollEvent.LOOK_FOUND_WORK && reason != null) {
                chain(reason, more);
            }
        } finally {
            hub.lock.unlock();
        }
    }

    /** Only one that was woken passes a token on: those already at work look again by themselves. */
    private void chain(WakeReason reason, boolean more) {
        if (reason == WakeReason.FALLBACK) {
            hub.observer.fallbackFoundWork(name());
        }
        if (more) {
            topics.forEach(topic -> topic.offer(WakeReason.CHAIN, this, hub.ticker.nanos()));
        }
    }

    long nowNanos() {
        return hub.ticker.nanos();
    }

    long graceNanos() {
        return hub.settings.timerGrace().toNanos();
    }

    private @Nullable WakeReason owing() {
        hub.lock.lock();
        try {
            return owing;
        } finally {
            hub.lock.unlock();
        }
    }

    String name() {
        return topics.get(0).queue;
    }
}
