package dev.dormouse.outbox;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Looking at messages and settling them by hand. What makes one deliverable is announced in the same transaction. */
public interface OutboxAdminStore {

    ParkedPage parked(ParkedFilter filter, int max, OptionalLong before);

    Optional<ParkedMessage> find(long id);

    /** False if there is no such parked message. */
    boolean retry(long id);

    boolean skip(long id);

    boolean headers(long id, Map<String, String> headers);

    /** One batch of the parked messages that match, in the order of their ids from after the given one. */
    Batch retryParked(ParkedFilter filter, long after);

    Batch skipParked(ParkedFilter filter, long after);

    /** Adds the headers to those that the messages have, in place of any of the same name. */
    Batch addHeaders(ParkedFilter filter, Map<String, String> headers, long after);

    /** All that was delivered before now, in batches; how many. */
    long replay(Replay replay);

    OutboxStatus status(int countMax);

    /** Sends what no route matched when it was published to the routes that match it now; returns how many messages. */
    long adopt();

    /** How many were changed, and where the next batch begins; empty if this was the last. */
    record Batch(int changed, OptionalLong next) {}
}
