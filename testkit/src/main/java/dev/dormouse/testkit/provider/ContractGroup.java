package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.StoredMessage;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** One group of tests, with the words in which they are written. */
@SuppressWarnings("NullAway.Init") // set before each test
abstract class ContractGroup {

    private static final Duration CLOCK_TICK = Duration.ofMillis(2);

    /** A lock that does not end while a test runs. */
    static final Duration LONG = Duration.ofMinutes(1);

    static final String FLOW = "Flow";
    static final String ACTIVITY = "Activity";
    private static final Duration STEP = Duration.ofMillis(10);

    ProviderStorage storage;
    Provider provider;

    abstract ProviderStorage openStorage();

    @BeforeEach
    void open() {
        storage = openStorage();
        provider = storage.provider();
    }

    @AfterEach
    void close() {
        storage.close();
    }

    // Putting in.

    EnqueueOutcome start(String instance) {
        return put(starting(instance)).get(0);
    }

    static NewMessage starting(String instance) {
        return NewMessage.start(instance, new Start(FLOW, null, null, false), "start");
    }

    EnqueueOutcome send(String instance, String body) {
        return put(NewMessage.of(instance, body)).get(0);
    }

    List<EnqueueOutcome> put(NewMessage... messages) {
        return provider.enqueue(Arrays.asList(messages));
    }

    static NewWork work(String instance, long activityId) {
        return NewWork.of(instance, new ActivityKey(1, activityId), ACTIVITY, "input " + activityId);
    }

    void putWork(NewWork... work) {
        provider.enqueueWork(Arrays.asList(work));
    }

    // Turns.

    List<TurnItem> turns(int max) {
        return provider.fetchTurns(TurnFetch.of(max, LONG, Duration.ZERO)).items();
    }

    Optional<TurnItem> findTurn(TurnFetch fetch) {
        return provider.fetchTurns(fetch).items().stream().findFirst();
    }

    /** The turn that is due now, locked for long. */
    TurnItem turn() {
        return only(turns(1));
    }

    TurnItem turnWithShortLock() {
        return only(provider.fetchTurns(shortTurns()).items());
    }

    TurnFetch shortTurns() {
        return TurnFetch.of(1, storage.lockTimeout(), Duration.ZERO);
    }

    /** The turn that becomes due within the time of a short lock. */
    TurnItem awaitTurn() {
        return eventually(() -> turns(1).stream().findFirst());
    }

    void noTurn() {
        assertThat(turns(10)).isEmpty();
    }

    static StoredEvent event(long id) {
        return new StoredEvent(id, "event " + id);
    }

    static List<StoredEvent> events(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(ContractGroup::event)
                .toList();
    }

    static List<String> bodies(TurnItem item) {
        return item.messages().stream().map(StoredMessage::body).toList();
    }

    /** A turn that appends these events, and does nothing else. */
    static TurnAck appending(TurnItem item, StoredEvent... events) {
        return TurnAck.of(item.lock(), item.executionId(), ExecutionChange.NONE, Arrays.asList(events));
    }

    static TurnAck changing(TurnItem item, ExecutionChange change) {
        return TurnAck.of(item.lock(), item.executionId(), change, List.of());
    }

    static TurnAck ending(TurnItem item, ExecutionStatus status) {
        return changing(item, ExecutionChange.ended(status, status.name()));
    }

    AckOutcome ack(TurnAck turn) {
        return provider.ackTurns(List.of(turn)).get(0);
    }

    void commit(TurnAck turn) {
        assertThat(ack(turn)).isEqualTo(AckOutcome.COMMITTED);
    }

    /** An instance that has had its first turn, with event 1, and runs. */
    void running(String instance) {
        start(instance);
        TurnItem first = turn();
        assertThat(first.instance()).isEqualTo(instance);
        commit(TurnAck.of(
                first.lock(), first.executionId(), ExecutionChange.started(FLOW, "1.0.0"), List.of(event(1))));
    }

    /** One more turn of an instance that waits. */
    TurnItem nextTurn(String instance) {
        assertThat(send(instance, "next")).isEqualTo(EnqueueOutcome.ENQUEUED);
        TurnItem next = turn();
        assertThat(next.instance()).isEqualTo(instance);
        return next;
    }

    void ended(String instance, ExecutionStatus status) {
        running(instance);
        commit(ending(nextTurn(instance), status));
    }

    /** Ends the current execution and has the first turn of the next one. */
    void continuedAsNew(String instance) {
        TurnItem last = nextTurn(instance);
        NewMessage next = NewMessage.start(instance, new Start(FLOW, null, null, true), "again");
        commit(ending(last, ExecutionStatus.CONTINUED_AS_NEW).withMessages(List.of(next)));
        TurnItem first = turn();
        commit(TurnAck.of(
                first.lock(),
                last.executionId() + 1,
                ExecutionChange.started(FLOW, "1.0.0"),
                List.of(event(1), event(2))));
    }

    // Work.

    WorkFetch anyWork() {
        return WorkFetch.of(1, LONG, Duration.ZERO);
    }

    WorkFetch shortWork() {
        return WorkFetch.of(1, storage.lockTimeout(), Duration.ZERO);
    }

    Optional<WorkItem> findWork(WorkFetch fetch) {
        return provider.fetchWork(fetch).items().stream().findFirst();
    }

    WorkItem takeWork(WorkFetch fetch) {
        return only(provider.fetchWork(fetch).items());
    }

    WorkItem takeWork() {
        return takeWork(anyWork());
    }

    WorkItem awaitWork(WorkFetch fetch) {
        return eventually(() -> findWork(fetch));
    }

    void noWork() {
        noWork(anyWork());
    }

    void noWork(WorkFetch fetch) {
        assertThat(provider.fetchWork(fetch).items()).isEmpty();
    }

    AckOutcome ackWork(WorkItem item, String completion) {
        return provider.ackWork(List.of(new WorkAck(item.lock(), NewMessage.of(item.instance(), completion))))
                .get(0);
    }

    AckOutcome dropWork(WorkItem item) {
        return provider.ackWork(List.of(new WorkAck(item.lock(), null))).get(0);
    }

    // Time.

    private static <T> T only(List<T> items) {
        assertThat(items).hasSize(1);
        return items.get(0);
    }

    /** What happens within the time of a short lock, or a little later. */
    <T> T eventually(Supplier<Optional<T>> look) {
        Duration atMost = storage.lockTimeout().multipliedBy(2).plus(storage.slack());
        long began = storage.nanos();
        while (true) {
            Optional<T> found = look.get();
            if (found.isPresent()) {
                return found.get();
            }
            assertThat(since(began)).as("waited in vain").isLessThan(atMost);
            storage.pass(STEP);
        }
    }

    Duration since(long nanos) {
        return Duration.ofNanos(storage.nanos() - nanos);
    }

    /** The time of a lock has passed since that moment; a provider's clock may count in milliseconds, and cut off the rest. */
    void assertLocked(long sinceNanos) {
        assertThat(since(sinceNanos).plus(CLOCK_TICK)).isGreaterThanOrEqualTo(storage.lockTimeout());
    }

    /** Waits until so much time has passed since that moment. */
    void passSince(long nanos, Duration time) {
        while (since(nanos).compareTo(time) < 0) {
            storage.pass(STEP);
        }
    }

    /** Runs it on a thread of its own. */
    static <T> Background<T> inBackground(Callable<T> task) {
        return new Background<>(task);
    }
}
