package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionInfo;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.HistoryRequest;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An instance that continues as new has one history per execution. */
abstract class ExecutionsContract extends ContractGroup {

    @Test
    void everyExecutionHasItsOwnHistory() {
        running("a");
        continuedAsNew("a");

        assertThat(provider.admin().readHistory("a", 1)).isEqualTo(events(1, 1));
        assertThat(provider.admin().readHistory("a", 2)).isEqualTo(events(1, 2));
        assertThat(provider.readHistories(List.of(HistoryRequest.of("a", 1), HistoryRequest.of("a", 2))))
                .containsExactly(events(1, 1), events(1, 2));
    }

    @Test
    void theLatestHistoryIsTheOneThatIsRead() {
        running("a");
        continuedAsNew("a");

        assertThat(provider.readHistory("a")).isEqualTo(events(1, 2));
        TurnItem item = nextTurn("a");
        assertThat(item.executionId()).isEqualTo(2);
        assertThat(item.lastEventId()).isEqualTo(2);
        assertThat(item.history()).isEqualTo(events(1, 2));
    }

    @Test
    void aHigherExecutionBecomesTheCurrentOne() {
        running("a");
        TurnItem item = nextTurn("a");
        commit(TurnAck.of(item.lock(), 2, ExecutionChange.started(FLOW, "1.0.0"), List.of(event(1))));

        assertThat(provider.findStatus("a").orElseThrow().executionId()).isEqualTo(2);
        assertThat(provider.admin().executions("a").stream().map(ExecutionInfo::executionId))
                .containsExactly(1L, 2L);
    }

    @Test
    void continuingAsNewIsNotAnEnd() {
        running("a");
        TurnItem last = nextTurn("a");
        NewMessage next = NewMessage.start("a", new Start(FLOW, "1.1.0", null, true), "again");
        commit(ending(last, ExecutionStatus.CONTINUED_AS_NEW).withMessages(List.of(next)));

        assertThat(provider.findStatus("a").orElseThrow().status().finished()).isFalse();
        TurnItem first = turn();
        assertThat(bodies(first)).containsExactly("again");
        commit(TurnAck.of(first.lock(), 2, ExecutionChange.started(FLOW, "1.1.0"), List.of(event(1))));
        assertThat(provider.findStatus("a").orElseThrow().status()).isEqualTo(ExecutionStatus.RUNNING);
        assertThat(provider.admin().executions("a").stream().map(ExecutionInfo::status))
                .containsExactly(ExecutionStatus.CONTINUED_AS_NEW, ExecutionStatus.RUNNING);
    }

    @Test
    void oldHistoriesStayAsTheyWere() {
        running("a");
        continuedAsNew("a");
        continuedAsNew("a");
        commit(appending(nextTurn("a"), event(3)));

        assertThat(provider.admin().readHistory("a", 1)).isEqualTo(events(1, 1));
        assertThat(provider.admin().readHistory("a", 2)).isEqualTo(events(1, 2));
        assertThat(provider.admin().readHistory("a", 3)).isEqualTo(events(1, 3));
    }

    @Test
    void aPartOfAHistoryCanBeRead() {
        running("a");
        commit(TurnAck.of(nextTurn("a").lock(), 1, ExecutionChange.NONE, events(2, 5)));
        commit(TurnAck.of(nextTurn("a").lock(), 1, ExecutionChange.NONE, events(6, 8)));

        assertThat(provider.readHistories(List.of(
                        new HistoryRequest("a", 0, 3), new HistoryRequest("a", 1, 8), HistoryRequest.latest("a"))))
                .containsExactly(events(4, 8), List.of(), events(1, 8));
    }

    @Test
    void eventsComeInTheOrderOfTheirIdsHoweverLarge() {
        running("a");
        List<StoredEvent> far = List.of(event(7), event(1_000), event(99_999));
        commit(TurnAck.of(nextTurn("a").lock(), 1, ExecutionChange.NONE, far));

        assertThat(provider.readHistory("a")).containsExactly(event(1), event(7), event(1_000), event(99_999));
        assertThat(nextTurn("a").lastEventId()).isEqualTo(99_999);
    }

    @Test
    void historiesCanBeLeftOutOfAFetch() {
        running("a");
        send("a", "next");

        TurnItem item = findTurn(TurnFetch.of(1, LONG, Duration.ZERO).withHistory(TurnFetch.History.ON_DEMAND))
                .orElseThrow();
        assertThat(item.history()).isEmpty();
        assertThat(item.lastEventId()).isEqualTo(1);
    }
}
