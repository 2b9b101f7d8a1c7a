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

    private volatile Term term = new Term(0, Long.MIN_VALUE);

    /** An identity and the moment the lease was last asked for, which is before the moment it was granted. */
    private record Term(long node, long askedNanos) {}

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
        Term current = term;
        if (current.node != 0) {
            return current.node;
        }
        joining.lock();
        try {
            if (term.node == 0) {
                long asked = ticker.nanos();
                term = new Term(store.join(name, length), asked);
            }
            return term.node;
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

    /** Whether the node may still believe in its claims: a tenth of the lease before the database stops doing so. */
    public boolean trusted() {
        return term.node != 0 && ticker.nanos() - term.askedNanos < length.toNanos() / 10 * 9;
    }

    /** A statement sent at that moment renewed the lease. */
    public void renewed(long node, long askedNanos) {
        Term current = term;
        if (current.node == node && askedNanos > current.askedNanos) {
            term = new Term(node, askedNanos);
        }
    }

    /** Told of the identity that was lost. */
    public void onLost(LongConsumer action) {
        whenLost.add(action);
    }

    /** Renews if something runs under this lease and it is time to; called every now and then. */
    public void tick(BooleanSupplier inUse) {
        long node = term.node;
        if (node == 0 || !inUse.getAsBoolean() || !renewalDue()) {
            return;
        }
        long asked = ticker.nanos();
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
        }
    }

    /** The store refused something because this node has been taken over, or can no longer be sure that it was not. */
    public void lost(long node) {
        Term current = term;
        if (current.node != node) {
            return;
        }
        term = new Term(0, Long.MIN_VALUE);
        log.warn("node={} lost its lease; what it was doing is told to stop, and it goes on under a new id", node);
        whenLost.forEach(action -> action.accept(node));
    }

    public void leave() {
        long node = term.node;
        term = new Term(0, Long.MIN_VALUE);
        if (node != 0) {
            store.leave(node);
        }
    }
}
