package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.EngineVersion;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionInfo;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.InstanceInfo;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.ProviderAdmin.InstanceQuery;
import dev.dormouse.provider.ProviderAdmin.InstanceStats;
import dev.dormouse.provider.ProviderAdmin.QueueDepths;
import dev.dormouse.provider.ProviderAdmin.SystemMetrics;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.ValueChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What people can see. */
abstract class ManagementContract extends ContractGroup {

    private static InstanceQuery query(
            @Nullable ExecutionStatus status, @Nullable String name, @Nullable String after, int limit) {
        return new InstanceQuery(status, name, after, limit);
    }

    private List<String> listed(InstanceQuery query) {
        return provider.admin().list(query).stream().map(InstanceInfo::instance).toList();
    }

    @Test
    void instancesAreListedNewestFirst() {
        running("a");
        running("b");
        running("c");

        assertThat(listed(query(null, null, null, 10))).containsExactly("c", "b", "a");
    }

    @Test
    void theListGoesOnFromWhereItStopped() {
        List.of("a", "b", "c", "d", "e").forEach(this::running);
        List<String> seen = new ArrayList<>();
        String after = null;
        List<InstanceInfo> page;
        do {
            page = provider.admin().list(query(null, null, after, 2));
            page.forEach(info -> seen.add(info.instance()));
            after = page.isEmpty() ? null : page.get(page.size() - 1).position();
        } while (!page.isEmpty());

        assertThat(seen).containsExactly("e", "d", "c", "b", "a");
    }

    @Test
    void instancesAreListedByStatus() {
        running("a");
        ended("b", ExecutionStatus.COMPLETED);
        ended("c", ExecutionStatus.FAILED);

        assertThat(listed(query(ExecutionStatus.RUNNING, null, null, 10))).containsExactly("a");
        assertThat(listed(query(ExecutionStatus.COMPLETED, null, null, 10))).containsExactly("b");
        assertThat(listed(query(ExecutionStatus.FAILED, null, null, 10))).containsExactly("c");
    }

    @Test
    void instancesAreListedByName() {
        put(NewMessage.start("a", new Start("One", null, null, false), ""));
        put(NewMessage.start("b", new Start("Two", null, null, false), ""));

        assertThat(listed(query(null, "Two", null, 10))).containsExactly("b");
    }

    @Test
    void executionsAreListedInOrder() {
        running("a");
        continuedAsNew("a");
        continuedAsNew("a");

        List<ExecutionInfo> executions = provider.admin().executions("a");
        assertThat(executions.stream().map(ExecutionInfo::executionId)).containsExactly(1L, 2L, 3L);
        assertThat(executions.stream().map(ExecutionInfo::events)).containsExactly(1L, 2L, 2L);
        assertThat(provider.admin().executions("nobody")).isEmpty();
    }

    @Test
    void anInstanceTellsWhatItIs() {
        start("a");
        commit(TurnAck.of(turn().lock(), 1, ExecutionChange.started(FLOW, "1.2.3"), List.of(event(1))));
        commit(changing(nextTurn("a"), ExecutionChange.ended(ExecutionStatus.COMPLETED, "the result")));

        InstanceInfo info = provider.admin().findInstance("a").orElseThrow();
        assertThat(info.name()).isEqualTo(FLOW);
        assertThat(info.version()).isEqualTo("1.2.3");
        assertThat(info.executionId()).isEqualTo(1);
        assertThat(info.status()).isEqualTo(ExecutionStatus.COMPLETED);
        assertThat(info.output()).isEqualTo("the result");
        assertThat(info.parent()).isNull();
        assertThat(info.updatedAt()).isAfterOrEqualTo(info.createdAt());
        assertThat(provider.admin().findInstance("nobody")).isEmpty();
        assertThat(provider.findStatus("a").orElseThrow().output()).isEqualTo("the result");
        assertThat(provider.findStatus("nobody")).isEmpty();
    }

    @Test
    void anExecutionTellsHowItEnded() {
        start("a");
        EngineVersion engine = EngineVersion.parse("1.4.2");
        commit(changing(turn(), ExecutionChange.started(FLOW, "1.0.0").withEngine(engine)));
        assertThat(provider.admin().executions("a").get(0).finishedAt()).isNull();
        commit(changing(nextTurn("a"), ExecutionChange.ended(ExecutionStatus.FAILED, "the error")));

        ExecutionInfo info = provider.admin().executions("a").get(0);
        assertThat(info.status()).isEqualTo(ExecutionStatus.FAILED);
        assertThat(info.output()).isEqualTo("the error");
        assertThat(info.engine()).isEqualTo(engine);
        assertThat(info.finishedAt()).isNotNull().isAfterOrEqualTo(info.startedAt());
    }

    @Test
    void theWholeIsCounted() {
        running("a");
        continuedAsNew("a");
        ended("b", ExecutionStatus.COMPLETED);
        ended("c", ExecutionStatus.FAILED);

        assertThat(provider.admin().metrics()).isEqualTo(new SystemMetrics(3, 4, 1, 1, 1, 5));
    }

    @Test
    void nothingCountsAsNothing() {
        assertThat(provider.admin().metrics()).isEqualTo(new SystemMetrics(0, 0, 0, 0, 0, 0));
        assertThat(provider.admin().queueDepths()).isEqualTo(new QueueDepths(0, 0, 0));
    }

    @Test
    void theQueuesAreMeasuredWithoutWhatIsLocked() {
        running("a");
        running("b");
        putWork(work("a", 1), work("a", 2));
        send("a", "one");
        send("a", "two");
        send("b", "three");
        assertThat(provider.admin().queueDepths()).isEqualTo(new QueueDepths(2, 3, 2));
        turn();
        takeWork();

        assertThat(provider.admin().queueDepths()).isEqualTo(new QueueDepths(1, 1, 1));
    }

    @Test
    void theStatsOfAnInstanceMeasureItsHistoryAndMessages() {
        start("a");
        StoredEvent event = new StoredEvent(1, "Gr\u00fc\u00dfe");
        commit(TurnAck.of(turn().lock(), 1, ExecutionChange.started(FLOW, "1"), List.of(event, event(2))));
        send("a", "one");
        put(NewMessage.of("a", "later").after(LONG));

        InstanceStats stats = provider.admin().stats("a").orElseThrow();
        assertThat(stats.events()).isEqualTo(2);
        assertThat(stats.historyBytes()).isEqualTo(7 + 7);
        assertThat(stats.pendingMessages()).isEqualTo(2);
        assertThat(stats.keys()).isZero();
    }

    @Test
    void theStatsOfAnInstanceMeasureItsValues() {
        running("a");
        commit(TurnAck.nothing(nextTurn("a"))
                .withValues(List.of(ValueChange.set("one", "12345"), ValueChange.set("two", "123"))));
        InstanceStats stats = provider.admin().stats("a").orElseThrow();
        assertThat(stats.keys()).isEqualTo(2);
        assertThat(stats.valueBytes()).isEqualTo(8);

        continuedAsNew("a");
        commit(TurnAck.nothing(nextTurn("a"))
                .withValues(List.of(ValueChange.clear("one"), ValueChange.set("two", "1"))));
        InstanceStats later = provider.admin().stats("a").orElseThrow();
        assertThat(later.keys()).isEqualTo(1);
        assertThat(later.valueBytes()).isEqualTo(1);
    }

    @Test
    void anUnknownInstanceHasNoStats() {
        assertThat(provider.admin().stats("nobody")).isEmpty();
    }
}
