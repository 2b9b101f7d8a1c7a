package dev.dormouse.dispatch;

import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.WakeHub;
import java.util.concurrent.Executor;

/**
 * What a dispatcher is made of besides its queue.
 *
 * @param concurrency how many items may run at a time
 * @param handlers runs them; must be able to run {@code concurrency} at a time
 */
public record DispatcherParts(
        int concurrency, Executor handlers, WakeHub hub, Sleepers sleepers, DispatchObserver observer) {}
