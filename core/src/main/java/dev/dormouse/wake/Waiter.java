package dev.dormouse.wake;

import java.time.Duration;
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

    final WakeHub hub;
    private final Topics topics;
    private final Condition changed;

    // Guarded by the hub's lock; the mode is read by anyone.
    private volatile PollState poll;
    private @Nullable WakeReason token;
    private long tokenNanos;
    private boolean parked;
    private boolean nudged;
    private boolean closed;
    private long pollNanos;
    /** Woken, and no look has succeeded since: whoever takes this waiter away must pass the wake on. */
    private @Nullable WakeReason owing;

    /** This waiter is the one that makes the node's survey now; of its own thread. */
    private boolean surveyor;

    Waiter(WakeHub hub, Topics topics, PollState poll) {
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
            WakeReason reason = owing != null ? owing : overtaken();
            token = null;
            owing = null;
            nudged = false;
            return new Look(this, reason, hub.nextLook());
        } finally {
            hub.lock.unlock();
        }
    }

    /**
     * A token that this waiter did not have to be woken by. It still has the duty to pass one on if there is more; but the
     * fallback has found nothing that a waiter at work would not have found by itself.
     */
    private @Nullable WakeReason overtaken() {
        return token == WakeReason.FALLBACK ? null : token;
    }

    /** Waits for the first of: a token, a nudge, the next due time, the poll mode's own pace, the fallback. */
    public WakeReason await() throws InterruptedException {
        return Objects.requireNonNull(awaitUntil(Long.MAX_VALUE));
    }

    /** As {@link #await()}, but gives up at the deadline and then returns null. */
    public @Nullable WakeReason awaitUntil(long deadlineNanos) throws InterruptedException {
        while (true) {
            WakeReason reason = awaitOnce(deadlineNanos);
            if (!surveyor) {
                return reason;
            }
            surveyor = false;
            hub.survey(this);
        }
    }

    /** Waits for a nudge or the end only, and leaves every wake where it is: for a waiter that could take no work now. */
    public boolean awaitNudge(Duration atMost) throws InterruptedException {
        return hold(atMost, true);
    }

    /** Pauses after a failure; only the end cuts it short. */
    public void pause(Duration pause) throws InterruptedException {
        boolean unused = hold(pause, false);
    }

    private boolean hold(Duration atMost, boolean untilNudged) throws InterruptedException {
        hub.lock.lock();
        try {
            long deadline = hub.ticker.nanos() + atMost.toNanos();
            for (long left; !closed && (left = deadline - hub.ticker.nanos()) > 0; ) {
                if (untilNudged && nudged) {
                    break;
                }
                hub.ticker.await(changed, left);
            }
            boolean was = untilNudged && nudged;
            nudged = nudged && !was;
            return was;
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
        return poll.mode();
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
            handOn(token != null ? token : owing);
            changed.signalAll();
        } finally {
            hub.lock.unlock();
        }
    }

    private void handOn(@Nullable WakeReason unused) {
        if (unused != null) {
            topics.offer(unused, this, hub.ticker.nanos());
        }
    }

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
            return WakeReason.NUDGE;
        }
        if (topics.fire(now)) {
            return woke(WakeReason.DUE);
        }
        if (now >= pollDeadline()) {
            return woke(poll.mode() == PollMode.AGGRESSIVE ? WakeReason.AGGRESSIVE : WakeReason.POLL);
        }
        surveyor = poll.mode() == PollMode.LISTENING && hub.fallback.take(now);
        return surveyor ? WakeReason.FALLBACK : null;
    }

    private WakeReason takeToken(long now) {
        WakeReason reason = Objects.requireNonNull(token);
        token = null;
        if (now - tokenNanos > hub.settings.notifyDeliveryTimeout().toNanos()) {
            apply(PollEvent.DELIVERY_TIMED_OUT);
        }
        return woke(reason);
    }

    private WakeReason woke(WakeReason reason) {
        PollEvent event = PollEvent.of(reason);
        if (event != null) {
            apply(event);
        }
        owing = reason;
        hub.observer.woke(name(), reason);
        return reason;
    }

    private long nextNanos() {
        long fallback = poll.mode() == PollMode.LISTENING ? hub.fallback.dueNanos() : Long.MAX_VALUE;
        return Math.min(topics.earliestDue(), Math.min(pollDeadline(), fallback));
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
            if (outcome == PollEvent.LOOK_FAILED) {
                failed(look);
                return;
            }
            topics.looked(look.number(), dueNanos, this);
            WakeReason reason = look.reason();
            if (outcome == PollEvent.LOOK_FOUND_WORK && reason != null) {
                chain(reason, more);
            } else if (outcome == PollEvent.LOOK_FOUND_NOTHING && more && owing == null) {
                owing = reason;
            }
        } finally {
            hub.lock.unlock();
        }
    }

    /** The wake has not been used: it stays this waiter's debt, or goes to another one if this one is gone. */
    private void failed(Look look) {
        if (closed) {
            handOn(look.reason());
        } else if (owing == null) {
            owing = look.reason();
        }
    }

    /** Only one that was woken passes a token on: those already at work look again by themselves. */
    private void chain(WakeReason reason, boolean more) {
        if (reason == WakeReason.FALLBACK) {
            hub.observer.fallbackFoundWork(name());
        }
        if (more) {
            topics.offer(WakeReason.CHAIN, this, hub.ticker.nanos());
        }
    }

    String name() {
        return topics.name();
    }
}
