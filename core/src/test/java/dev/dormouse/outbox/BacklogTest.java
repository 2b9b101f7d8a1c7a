package dev.dormouse.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.outbox.DeliveryOutcome.Delivered;
import dev.dormouse.outbox.DeliveryOutcome.Retry;
import dev.dormouse.outbox.DeliveryOutcome.SetAside;
import dev.dormouse.wake.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BacklogTest {

    private static final int LANE = Samples.lane("a");

    private final ManualTicker ticker = new ManualTicker();
    private final Route route = new Route(
            "r",
            "*",
            Sink.oneByOne(message -> Delivery.delivered()),
            RouteSettings.defaults().withBatchSize(3).withConcurrency(2));
    private final Backlog backlog = new Backlog(1, Map.of(1, route), ticker);

    @Test
    void aKeyHasOneBatchAtATimeAndInOrder() {
        read(1, 2, 3, 4, 5);
        Batch first = take();
        assertThat(seqs(first)).containsExactly(1L, 2L, 3L);
        assertThat(backlog.takeOne()).isNull();
        deliver(first);
        assertThat(seqs(take())).containsExactly(4L, 5L);
    }

    @Test
    void whatIsReadAgainIsNotDeliveredAgain() {
        read(1, 2);
        Batch batch = take();
        read(1, 2);
        deliver(batch);
        assertThat(backlog.takeOne()).isNull();
        assertThat(backlog.demand(List.of()).known()).containsExactlyInAnyOrder(1L, 2L);
        backlog.wrote(backlog.takeFinished());
        assertThat(backlog.demand(List.of()).known()).isEmpty();
    }

    @Test
    void whatComesBehindAFailureIsSetAsideUntilThatIsWritten() {
        read(1, 2, 3, 4);
        Batch batch = take();
        backlog.finish(
                batch,
                List.of(
                        new Delivered(place(batch, 0)),
                        new Retry(place(batch, 1), 1, Duration.ZERO, "x"),
                        new SetAside(place(batch, 2))));
        // Read by an exchange that began before the failure was written.
        read(5);
        assertThat(backlog.takeOne()).isNull();
        List<DeliveryOutcome> outcomes = backlog.takeFinished();
        assertThat(outcomes).hasSize(5);
        assertThat(outcomes.subList(2, 5)).allMatch(SetAside.class::isInstance);
        backlog.wrote(outcomes);
        read(2);
        assertThat(seqs(take())).containsExactly(2L);
    }

    @Test
    void aLaneIsIdleWhenAllOfItIsBeingWritten() {
        read(1, 2);
        Batch batch = take();
        assertThat(backlog.demand(List.of()).idleLanes()).isEmpty();
        deliver(batch);
        List<DeliveryOutcome> outcomes = backlog.takeFinished();
        assertThat(backlog.demand(outcomes).idleLanes()).containsExactly(LANE);
        assertThat(backlog.demand(outcomes).known()).isEmpty();
    }

    @Test
    void aLaneThatIsAskedForTakesNoMoreAndDropsWhatHasNotBegun() {
        read(1, 2, 3, 4);
        Batch batch = take();
        add(List.of(LANE), 5, 6);
        deliver(batch);
        assertThat(backlog.takeOne()).isNull();
        backlog.wrote(backlog.takeFinished());
        assertThat(backlog.demand(List.of()).idleLanes()).containsExactly(LANE);
        read(4, 5, 6);
        assertThat(seqs(take())).containsExactly(4L, 5L, 6L);
    }

    @Test
    void whatWaitsBehindASlowCallIsLeftToBeReadAgain() {
        read(1, 2, 3, 4);
        Batch slow = take();
        assertThat(backlog.demand(List.of()).slow()).isEmpty();
        ticker.advance(Duration.ofSeconds(1));
        Backlog.Demand demand = backlog.demand(List.of());
        assertThat(demand.slow()).extracting(Place::key).containsExactly("a");
        assertThat(demand.known()).containsExactlyInAnyOrder(1L, 2L, 3L);
        deliver(slow);
        read(4);
        assertThat(seqs(take())).containsExactly(4L);
    }

    @Test
    void oneThatFailedBeforeGoesAlone() {
        backlog.add(answer(
                List.of(),
                List.of(
                        Samples.message(1, "a", 2),
                        Samples.message(2, "a", 1),
                        Samples.message(3, "a", 2),
                        Samples.message(4, "a", 1))));
        for (long expected : new long[] {1, 2, 3, 4}) {
            Batch batch = take();
            assertThat(seqs(batch)).containsExactly(expected);
            deliver(batch);
        }
    }

    @Test
    void noMoreCallsAreMadeAtATimeThanTheRouteAllows() {
        backlog.add(answer(
                List.of(),
                IntStream.range(0, 6)
                        .mapToObj(n -> Samples.message(LANE, n, null, 1))
                        .toList()));
        Batch one = take();
        Batch two = take();
        assertThat(one.messages()).hasSize(3);
        assertThat(backlog.takeOne()).isNull();
        assertThat(backlog.hasWork()).isFalse();
        deliver(one);
        assertThat(two.messages().size() + take().messages().size()).isEqualTo(3);
    }

    @Test
    void whatWasNotBegunComesBackToItsPlace() {
        read(1, 2, 3, 4);
        backlog.giveBack(take());
        assertThat(seqs(take())).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aLostIdentityHasNothingToDoAndNothingToWrite() {
        read(1, 2);
        Batch batch = take();
        backlog.lose();
        deliver(batch);
        assertThat(backlog.unwritten()).isFalse();
        assertThat(backlog.takeOne()).isNull();
        assertThat(backlog.inUse()).isFalse();
    }

    private Batch take() {
        return Objects.requireNonNull(backlog.takeOne());
    }

    private void read(long... seqs) {
        add(List.of(), seqs);
    }

    private void add(List<Integer> wanted, long... seqs) {
        List<StoredMessage> messages = java.util.Arrays.stream(seqs)
                .mapToObj(seq -> Samples.message(seq, "a", 1))
                .toList();
        backlog.add(answer(wanted, messages));
    }

    private static RelayAnswer answer(List<Integer> wanted, List<StoredMessage> messages) {
        return new RelayAnswer(messages, List.of(), List.of(), List.of(LANE), wanted, 0, false, null, true);
    }

    private void deliver(Batch batch) {
        List<DeliveryOutcome> outcomes = batch.messages().stream()
                .map(message -> (DeliveryOutcome) new Delivered(message.place()))
                .toList();
        backlog.finish(batch, outcomes);
    }

    private static Place place(Batch batch, int index) {
        return batch.messages().get(index).place();
    }

    private static List<Long> seqs(Batch batch) {
        return batch.messages().stream().map(message -> message.place().seq()).toList();
    }
}
