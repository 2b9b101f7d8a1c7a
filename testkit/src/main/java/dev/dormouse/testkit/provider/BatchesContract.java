package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Many at once, each on its own. */
abstract class BatchesContract extends ContractGroup {

    private List<TurnItem> runningAndWaiting(int count) {
        IntStream.range(0, count).forEach(i -> running("i" + i));
        IntStream.range(0, count).forEach(i -> send("i" + i, "event " + i));
        List<TurnItem> items = turns(count);
        assertThat(items).hasSize(count);
        return items;
    }

    @Test
    void manyInstancesAreFetchedWithWhatIsTheirs() {
        for (TurnItem item : runningAndWaiting(5)) {
            assertThat(bodies(item)).containsExactly(item.instance().replace("i", "event "));
            assertThat(item.history()).containsExactly(event(1));
            assertThat(item.lastEventId()).isEqualTo(1);
        }
    }

    @Test
    void aBadTurnDoesNotHarmTheOthers() {
        List<TurnItem> items = runningAndWaiting(4);
        provider.abandonTurn(items.get(1).lock(), LONG, AttemptCount.KEEP);
        List<TurnAck> acks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            acks.add(appending(items.get(i), event(i == 2 ? 1 : 2))
                    .withWork(List.of(work(items.get(i).instance(), 2))));
        }

        assertThat(provider.ackTurns(acks))
                .containsExactly(
                        AckOutcome.COMMITTED, AckOutcome.LOCK_LOST, AckOutcome.DUPLICATE_EVENT, AckOutcome.COMMITTED);
        assertThat(items.stream()
                        .map(item -> provider.readHistory(item.instance()).size()))
                .containsExactly(2, 1, 1, 2);
        assertThat(provider.fetchWork(WorkFetch.of(10, LONG, Duration.ZERO)).items().stream()
                        .map(WorkItem::instance))
                .containsExactlyInAnyOrder("i0", "i3");
    }

    @Test
    void aBadCompletionDoesNotHarmTheOthers() {
        running("a");
        LongStream.rangeClosed(1, 3).forEach(id -> putWork(work("a", id)));
        List<WorkItem> items =
                provider.fetchWork(WorkFetch.of(3, LONG, Duration.ZERO)).items();
        provider.abandonWork(items.get(1).lock(), LONG, AttemptCount.KEEP);

        assertThat(provider.ackWork(items.stream()
                        .map(item -> new WorkAck(
                                item.lock(),
                                NewMessage.of("a", "done " + item.key().activityId())))
                        .toList()))
                .containsExactly(AckOutcome.COMMITTED, AckOutcome.LOCK_LOST, AckOutcome.COMMITTED);
        assertThat(bodies(turn())).containsExactly("done 1", "done 3");
    }

    @Test
    void turnsThatWriteToEachOtherAreCommittedTogether() {
        List<TurnItem> items = runningAndWaiting(2);
        assertThat(provider.ackTurns(List.of(
                        appending(items.get(0), event(2)).withMessages(List.of(NewMessage.of("i1", "from 0"))),
                        appending(items.get(1), event(2)).withMessages(List.of(NewMessage.of("i0", "from 1"))))))
                .containsOnly(AckOutcome.COMMITTED);

        List<TurnItem> next = turns(10);
        assertThat(next).hasSize(2);
        assertThat(next)
                .allSatisfy(item ->
                        assertThat(bodies(item)).containsExactly(item.instance().equals("i0") ? "from 1" : "from 0"));
    }

    @Test
    void emptyBatchesAreAnsweredEmpty() {
        assertThat(provider.ackTurns(List.of())).isEmpty();
        assertThat(provider.ackWork(List.of())).isEmpty();
        assertThat(provider.enqueue(List.of())).isEmpty();
        assertThat(provider.renewTurns(List.of(), LONG)).isEmpty();
        assertThat(provider.renewWork(List.of(), LONG)).isEmpty();
        assertThat(provider.readHistories(List.of())).isEmpty();
    }

    @Test
    void manyMessagesAtOnceStayInOrder() {
        running("a");
        List<String> sent = IntStream.range(0, 200).mapToObj(i -> "m" + i).toList();
        put(sent.stream().map(body -> NewMessage.of("a", body)).toArray(NewMessage[]::new));

        assertThat(bodies(turn())).isEqualTo(sent);
    }

    @Test
    void everyMessageIsDeliveredOnceWhileOthersAreSentAndTurnsCommitted() {
        List.of("a", "b", "c").forEach(this::running);
        int senders = 4;
        int each = 25;
        List<Background<Boolean>> sending = IntStream.range(0, senders)
                .mapToObj(sender -> inBackground(() -> sendMany(sender, each)))
                .toList();
        var delivered = ConcurrentHashMap.<String>newKeySet();
        List<Background<Integer>> taking = IntStream.range(0, 3)
                .mapToObj(i -> inBackground(() -> takeUntil(delivered, senders * each)))
                .toList();
        sending.forEach(Background::result);

        assertThat(taking.stream().mapToInt(Background::result).sum())
                .as("none lost, none delivered twice")
                .isEqualTo(senders * each);
        noTurn();
    }

    private boolean sendMany(int sender, int count) {
        List<String> instances = List.of("a", "b", "c");
        for (int i = 0; i < count; i++) {
            send(instances.get(i % 3), sender + "/" + i);
        }
        return true;
    }

    private int takeUntil(Set<String> delivered, int all) {
        int mine = 0;
        long began = System.nanoTime();
        while (delivered.size() < all
                && System.nanoTime() - began < Duration.ofSeconds(40).toNanos()) {
            for (TurnItem item : provider.fetchTurns(TurnFetch.of(2, LONG, Duration.ofMillis(20)))
                    .items()) {
                if (ack(TurnAck.nothing(item)) == AckOutcome.COMMITTED) {
                    mine += item.messages().size();
                    delivered.addAll(bodies(item));
                }
            }
        }
        return mine;
    }
}
