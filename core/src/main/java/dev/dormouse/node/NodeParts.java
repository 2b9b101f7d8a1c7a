package dev.dormouse.node;

import dev.dormouse.dispatch.DispatchObserver;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.Waking;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * What a node provides to its engines.
 *
 * @param timer for what happens later on this node; its tasks may wait for the database, but only shortly
 * @param executor where handlers run; null: each queue makes its own
 */
public record NodeParts(
        NodeLease lease,
        Waking waking,
        Ticker ticker,
        ScheduledExecutorService timer,
        DispatchObserver observer,
        @Nullable Executor executor) {}
