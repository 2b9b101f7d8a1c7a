package dev.dormouse.node;

import dev.dormouse.wake.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's identity and how long it may trust its lease. Thread-safe.
 *
 * <p>A transient error while renewing is not a loss: it is retried until the lease can no longer be trusted. A node that
 * lost its lease tells those who hold claims under the old identity, and goes on under a new one.
 */
public final class NodeLease {

    private static final Logger log = LoggerFactory.getLogger(NodeLease.class);

    private final NodeStore store;
    private final String name;
    private final Duration length;
    private final Ticker ticker;
    private final List<LongConsumer> whenLost = new CopyOnWriteArrayList<>();
    private final ReentrantLock joining = new ReentrantLock();

    /** Read by any thread; changed under this object's lock only. */
    private volatile Term term = NONE;
    /** The identity whose renewal is under way, else 0; written by whoever renews. */
    private volatile long asking;

    /** An identity and the moment the lease was last asked for, which is before the moment it was granted. */
    private record Term(long node, long askedNanos, boolean used) {}

    private static final Term NONE = new Term(0, 0, false);

    public NodeLease(NodeStore store, String name, Duration length, Ticker ticker) {
        if (length.compareTo(Duration.ofMillis(500)) < 0) {
            throw new IllegalArgumentException("lease must be at least 500 ms: " + length);
        }
        this.store = store;
        this.name = name;
        this.length = length;
        this.ticker = ticker;
    }

    public Duration length() {
        return length;
    }

    /** The node's id, joining the cluster first if need be. */
    public long node() {
        long current = nodeIfJoined();
        if (current != 0) {
            return current;
        }
        joining.lock();
        try {
            long joined = nodeIfJoined();
            if (joined == 0) {
                long asked = ticker.nanos();
                joined = store.join(name, length);
                begin(new Term(joined, asked, false));
            }
            return joined;
        } finally {
            joining.unlock();
        }
    }

    /** The node's id if it has joined, else 0. */
    public long nodeIfJoined() {
        return term.node;
    }

    /** Whether so much of the lease has passed that the next statement should renew it. */
    public boolean renewalDue() {
        return ticker.nanos() - term.askedNanos >= length.toNanos() / 3;
    }

    /** Whether the lease has run out, or was never used: nobody expects it to end. */
    public boolean lapsed() {
        Term current = term;
        return !current.used || ticker.nanos() - current.askedNanos >= length.toNanos();
    }

    /** Whether the node may still believe in its claims: a tenth of the lease before the database stops doing so. */
    public boolean trusted() {
        Term current = term;
        return current.node != 0 && ticker.nanos() - current.askedNanos < length.toNanos() / 10 * 9;
    }

    /** A statement sent at that moment renewed the lease. */
    public synchronized void renewed(long node, long askedNanos) {
        if (term.node == node && askedNanos - term.askedNanos > 0) {
            term = new Term(node, askedNanos, true);
        }
    }

    /** Told of the identity that was lost. */
    public void onLost(LongConsumer action) {
        whenLost.add(action);
    }

    /** Renews if something runs under this lease and it is time to; called every now and then. */
    public void tick(BooleanSupplier inUse) {
        long node = nodeIfJoined();
        if (node == 0 || !inUse.getAsBoolean() || !renewalDue()) {
            return;
        }
        long asked = ticker.nanos();
        asking = node;
        try {
            if (store.renew(node, length)) {
                renewed(node, asked);
            } else {
                lost(node);
            }
        } catch (RuntimeException e) {
            log.warn("node={} could not renew its lease of {}, trying again: {}", node, length, e.toString());
            if (!trusted()) {
                lost(node);
            }
        } finally {
            asking = 0;
        }
    }

    /**
     * A renewal that the store does not answer is a loss as soon as the lease cannot be trusted any more; called every now
     * and then by another thread than the one that renews.
     */
    public void watch() {
        long node = asking;
        if (node != 0 && !trusted()) {
            lost(node);
        }
    }

    /** The store refused something because this node has been taken over, or can no longer be sure that it was not. */
    public void lost(long node) {
        if (node == 0 || !end(node)) {
            return;
        }
        log.warn("node={} lost its lease; what it was doing is told to stop, and it goes on under a new id", node);
        whenLost.forEach(action -> action.accept(node));
    }

    public void leave() {
        long node = nodeIfJoined();
        if (node != 0 && end(node)) {
            store.leave(node);
        }
    }

    private synchronized void begin(Term joined) {
        term = joined;
    }

    /** True for exactly one caller per identity. */
    private synchronized boolean end(long node) {
        boolean current = term.node == node;
        term = current ? NONE : term;
        return current;
    }
}
