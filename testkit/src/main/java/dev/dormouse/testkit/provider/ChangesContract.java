package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.CustomStatusChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.InstanceWatch;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.ValueChange;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Clients wait for what an instance becomes, without asking again and again. */
abstract class ChangesContract extends WaitingWords {

    /** Looks and waits, as a client does, until it sees what it waits for; tells how often it looked. */
    private Background<Integer> waitUntil(BooleanSupplier seen) {
        return inBackground(() -> {
            try (InstanceWatch watch = provider.watch("a")) {
                int looks = 1;
                while (!seen.getAsBoolean()) {
                    watch.await(LONG);
                    looks++;
                }
                return looks;
            }
        });
    }

    private void assertSeenSince(long nanos, Background<Integer> waiting) {
        waiting.result();
        assertThat(Duration.ofNanos(waiting.endedNanos() - nanos)).isLessThan(storage.slack());
    }

    private boolean ended() {
        return provider.findStatus("a").orElseThrow().status().finished();
    }

    @Test
    void theEndIsSeenByAllWhoWaitForIt() {
        running("a");
        TurnItem item = nextTurn("a");
        List<Background<Integer>> waiting =
                Stream.generate(() -> waitUntil(this::ended)).limit(3).toList();
        waiting.forEach(Background::awaitParked);
        long began = System.nanoTime();
        commit(ending(item, ExecutionStatus.COMPLETED));

        waiting.forEach(each -> assertSeenSince(began, each));
    }

    @Test
    void aChangeOfTheCustomStatusIsSeen() {
        running("a");
        TurnItem item = nextTurn("a");
        Background<Integer> waiting =
                waitUntil(() -> provider.findCustomStatus("a", 0).isPresent());
        waiting.awaitParked();
        long began = System.nanoTime();
        commit(TurnAck.nothing(item).withCustomStatus(new CustomStatusChange("half done")));

        assertSeenSince(began, waiting);
    }

    @Test
    void aChangeOfAValueIsSeen() {
        running("a");
        TurnItem item = nextTurn("a");
        Background<Integer> waiting =
                waitUntil(() -> provider.findValue("a", "key").isPresent());
        waiting.awaitParked();
        long began = System.nanoTime();
        commit(TurnAck.nothing(item).withValues(List.of(ValueChange.set("key", "value"))));

        assertSeenSince(began, waiting);
    }

    @Test
    void aChangeJustBeforeTheWaitIsNotSleptOver() {
        running("a");
        TurnItem item = nextTurn("a");
        InstanceWatch watch = provider.watch("a");
        assertThat(ended()).isFalse();
        commit(ending(item, ExecutionStatus.COMPLETED));
        long began = System.nanoTime();
        Background<Boolean> waiting = inBackground(() -> {
            watch.await(LONG);
            watch.close();
            return true;
        });
        waiting.result();

        assertThat(Duration.ofNanos(waiting.endedNanos() - began))
                .isLessThan(storage.slack().multipliedBy(2));
    }

    @Test
    void aWaitEndsAtItsTimeout() {
        running("a");
        long began = System.nanoTime();
        Background<Boolean> waiting = inBackground(() -> {
            try (InstanceWatch one = provider.watch("a");
                    InstanceWatch another = provider.watch("nobody")) {
                one.await(Duration.ofMillis(200));
                another.await(Duration.ofMillis(200));
                return true;
            }
        });
        waiting.result();

        assertThat(Duration.ofNanos(waiting.endedNanos() - began))
                .isLessThan(Duration.ofMillis(400).plus(storage.slack()));
    }

    @Test
    void closingTheProviderEndsTheWait() {
        running("a");
        AtomicBoolean closing = new AtomicBoolean();
        Background<Integer> waiting = waitUntil(closing::get);
        waiting.awaitParked();
        closing.set(true);
        long closed = System.nanoTime();
        provider.close();
        waiting.result();

        assertThat(Duration.ofNanos(waiting.endedNanos() - closed)).isLessThan(storage.slack());
    }
}
