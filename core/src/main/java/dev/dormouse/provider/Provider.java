package dev.dormouse.provider;

import dev.dormouse.wake.WakeHub;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Durable storage for orchestrations. Thread-safe.
 *
 * <p>Fetches take up to {@code max} items, for {@code lockTimeout}, and wait up to {@code pollTimeout} for the first one:
 * zero looks once and returns at once; a positive one returns as soon as something is due, and empty at its end. An empty
 * answer means that nothing could be fetched, never that others were faster. Interrupting the caller or closing the provider
 * ends the wait within 100 ms.
 *
 * <p>Whatever fails throws {@link ProviderException}, which says whether trying again may help. A lock that is no longer
 * held is not an exception where many are handled at once: each item has its own answer.
 */
public interface Provider extends AutoCloseable {

    /** A name for logs: the kind of storage and where it is. */
    String name();

    /** Whether fetches wait by themselves; if not, the caller has to pace them. */
    boolean supportsLongPolling();

    /**
     * Whether this provider, from now on, wakes the hub whenever something can be fetched: turns under the name {@code turn},
     * work under {@code activity} or {@code activity:<tag>}, of whatever tag also under {@code activity:*}, of sessions also
     * under {@code !session/}. Then nobody needs to poll it.
     */
    default boolean wakes(WakeHub hub) {
        return false;
    }

    /** The provider's clock, as well as it is known without asking: for turns that are not fetched. */
    Instant now();

    // Turns: one instance with everything that is due for it.

    /** Locks up to {@code max} instances that have due messages, with all messages that are due for each, oldest first. */
    Fetched<TurnItem> fetchTurns(TurnFetch fetch);

    /**
     * Commits turns, each all or nothing, and each on its own: the answers are in the order of the turns. A turn whose lock
     * is gone changes nothing, and so does one that repeats an event id. What a turn needs that was not fetched, see
     * {@link TurnAck.Direct}.
     */
    List<AckOutcome> ackTurns(List<TurnAck> turns);

    /** Gives an instance back: at once, or not before the delay. False if the lock was not held any more. */
    boolean abandonTurn(TurnLock lock, Duration delay, AttemptCount attempt);

    /** Makes locks that are still held last for that long from now. Returns those that are not held any more. */
    List<TurnLock> renewTurns(Collection<TurnLock> locks, Duration lockTimeout);

    // Work: activities to execute.

    Fetched<WorkItem> fetchWork(WorkFetch fetch);

    /** Takes work off the queue and puts its completion in, each all or nothing. */
    List<AckOutcome> ackWork(List<WorkAck> acks);

    /** Gives work back: at once, or not before the delay. False if the lock was not held any more. */
    boolean abandonWork(WorkLock lock, Duration delay, AttemptCount attempt);

    /**
     * Makes locks that are still held last for that long from now. Returns those that are not held any more: their work was
     * cancelled or taken over.
     */
    List<WorkLock> renewWork(Collection<WorkLock> locks, Duration lockTimeout);

    /** Extends the sessions of these owners that are held and were used within the idle time; returns how many. */
    int renewSessions(Collection<String> owners, Duration lockTimeout, Duration idleTimeout);

    /** Forgets sessions that nobody holds and no work is waiting for; returns how many. */
    int forgetSessions();

    // Putting in.

    /** Puts messages in, all or none. The answers are in the order of the messages. */
    List<EnqueueOutcome> enqueue(List<NewMessage> messages);

    /** As {@link #enqueue(List)}, in the caller's transaction. Refused by providers that are not in that database. */
    List<EnqueueOutcome> enqueue(Connection connection, List<NewMessage> messages);

    /**
     * Starts an instance together with its first turn, for a caller who has taken that already: nobody has the instance
     * locked, so the turn's lock is none. Nothing happens if there is such an instance, or if messages wait for it; then it
     * can be started with {@link #enqueue(List)} only.
     *
     * @param first names the orchestration and the version
     * @return the instance's incarnation; 0: it was not begun
     */
    long begin(TurnAck first);

    /** Puts work in outside of any turn. */
    void enqueueWork(List<NewWork> work);

    // Reading.

    /** The events of the latest execution, oldest first; empty if there is no such instance. */
    default List<StoredEvent> readHistory(String instance) {
        return readHistories(List.of(HistoryRequest.latest(instance))).get(0);
    }

    /** Parts of several histories in one go, in the order of the requests. */
    List<List<StoredEvent>> readHistories(List<HistoryRequest> requests);

    /** What a client may want to know of an instance, in one look. */
    Optional<InstanceStatus> findStatus(String instance);

    /** The custom status if its version is higher than the one last seen. */
    Optional<CustomStatus> findCustomStatus(String instance, long lastSeenVersion);

    Optional<String> findValue(String instance, String key);

    Map<String, String> values(String instance);

    /** Begins to watch an instance for changes of its status, custom status and key-value state; it need not exist yet. */
    InstanceWatch watch(String instance);

    ProviderAdmin admin();

    /** Ends all waits. Locks that are held end by themselves. */
    @Override
    void close();
}
