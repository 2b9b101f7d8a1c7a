package dev.dormouse.outbox;

import dev.dormouse.outbox.OutboxAdminStore.Batch;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/** For people and their tools: looks at messages on their way, and settles what does not settle itself. Thread-safe. */
public final class OutboxAdmin {

    public static final int PAGE_SIZE_MAX = 100;
    /** Beyond this, {@link #status} says "at least". */
    public static final int COUNT_MAX = 10_000;

    private final OutboxAdminStore store;
    private final WakeHub hub;

    public OutboxAdmin(OutboxAdminStore store, WakeHub hub) {
        this.store = store;
        this.hub = hub;
    }

    /** The newest parked messages that match. */
    public ParkedPage parked(ParkedFilter filter, int pageSize) {
        return page(filter, pageSize, OptionalLong.empty());
    }

    /** Those that come after a page's cursor. */
    public ParkedPage parked(ParkedFilter filter, int pageSize, long after) {
        return page(filter, pageSize, OptionalLong.of(after));
    }

    public Optional<ParkedMessage> find(long id) {
        return store.find(id);
    }

    /**
     * Has a parked message delivered, with all its attempts: before the rest of its key if that waits for it, else behind
     * all others. False if there is no such parked message.
     */
    public boolean retry(long id) {
        return woken(store.retry(id));
    }

    /** Retries all parked messages that match, in batches; returns how many. */
    public long retryAll(ParkedFilter filter) {
        return inBatches(after -> store.retryParked(filter, after));
    }

    /** Gives a parked message up for its route; what waits behind it goes on. False if there is no such parked message. */
    public boolean skip(long id) {
        return woken(store.skip(id));
    }

    /** Skips all parked messages that match, in batches; returns how many. */
    public long skipAll(ParkedFilter filter) {
        return inBatches(after -> store.skipParked(filter, after));
    }

    /** Gives a parked message other headers, for all routes. The payload is what was published and stays so. */
    public boolean headers(long id, Map<String, String> headers) {
        headers.forEach(NewMessage::checkHeader);
        return store.headers(id, Map.copyOf(headers));
    }

    /** Adds headers to all parked messages that match, in place of any of the same name; returns how many messages. */
    public long addHeaders(ParkedFilter filter, Map<String, String> headers) {
        headers.forEach(NewMessage::checkHeader);
        Map<String, String> copy = Map.copyOf(headers);
        return inBatches(after -> store.addHeaders(filter, copy, after));
    }

    /**
     * Delivers messages once more that were delivered and are still kept, in the order of their keys and behind all that
     * waits; returns how many deliveries. Consumers recognise them by their ids.
     */
    public long replay(Replay replay) {
        long replayed = store.replay(replay);
        wake();
        return replayed;
    }

    /** How far each route has come. */
    public OutboxStatus status() {
        return store.status(COUNT_MAX);
    }

    /** Sends what no route matched when it was published to those that match it now; returns how many messages. */
    public long adoptUnrouted() {
        long adopted = store.adopt();
        wake();
        return adopted;
    }

    private ParkedPage page(ParkedFilter filter, int pageSize, OptionalLong after) {
        if (pageSize < 1 || pageSize > PAGE_SIZE_MAX) {
            throw new IllegalArgumentException("pageSize must be 1 to " + PAGE_SIZE_MAX + ": " + pageSize);
        }
        return store.parked(Objects.requireNonNull(filter, "filter"), pageSize, after);
    }

    private long inBatches(LongFunction<Batch> step) {
        long changed = 0;
        OptionalLong after = OptionalLong.of(0);
        while (after.isPresent()) {
            Batch batch = step.apply(after.getAsLong());
            changed += batch.changed();
            after = batch.next();
        }
        wake();
        return changed;
    }

    private boolean woken(boolean changed) {
        if (changed) {
            wake();
        }
        return changed;
    }

    /** The store told all nodes already; this one needs no listener to be told. */
    private void wake() {
        hub.wakeLocally(WakeHint.now(Outbox.WAKE_NAME));
    }
}
