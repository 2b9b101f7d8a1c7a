package dev.dormouse.dispatch;

import java.util.List;

/**
 * One durable queue as the dispatcher sees it. Except for {@link #run}, only the coordinator calls it, one call at a time.
 *
 * @param <W> an item of work that this node has claimed
 */
public interface WorkQueue<W> {

    /** The queue's name, by which wakes for it are announced. */
    String name();

    /** The names by which wakes for this queue are announced, its own first. */
    default List<String> topics() {
        return List.of(name());
    }

    /**
     * Writes what finished since the last time, and claims up to {@code max} items, in one round trip. What could not be
     * written because this throws is kept and written with the next exchange.
     */
    Exchange<W> exchange(int max);

    /** Whether something finished that has not been written yet. */
    boolean unwritten();

    /** Whether the end of one item can make others claimable, so that it is worth a look and not only a write. */
    default boolean endsUnblock() {
        return true;
    }

    /** Whether looks are held back under steady load, so that each finds more. */
    default boolean gathers() {
        return false;
    }

    /** Runs one item in a slot, on a thread of the handlers, and notes how it ended. Throws nothing that matters. */
    void run(W item);

    /**
     * As {@link #run(Object)}, for queues that may have to give an item up while its thread still runs: {@code vacate} frees
     * the item's slot at once, however long the thread goes on.
     */
    default void run(W item, Runnable vacate) {
        run(item);
    }

    /** How to rouse the coordinator when something finishes outside of a slot; told once, before anything else. */
    default void nudgeWith(Runnable nudge) {}

    /** The node stops: an exchange that waits is to end at once. The only call besides {@link #run} from other threads. */
    default void stopping() {}

    /** The coordinator claimed these, but they cannot start here: gives them back at once, as if never claimed. */
    void giveBack(List<W> items);

    /** Handlers that still run are to end now: the grace period is over. */
    void interruptRunning();

    /** Handlers ignored even the interrupt: gives their items back, so that no other node waits for a lease to end. */
    void abandonRunning();
}
