package dev.dormouse.postgres.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.Dormouse;
import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationNode;
import dev.dormouse.orchestration.Orchestrations;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.telemetry.OrchestrationCounts;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nodes with different versions of an orchestration beside each other, as in a deployment. */
class VersionsIT {

    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final Duration GENEROUS = Duration.ofSeconds(60);
    private static final Orchestration<Long, Long> FIRST = Orchestration.of("Flow", Long.class, Long.class);
    private static final Orchestration<Long, Long> SECOND = FIRST.withVersion("2.0.0");

    private final PgStorage storage = PgStorage.listening(PgStorage.NO_FALLBACK);
    private final PgProvider provider = storage.provider();
    private final List<OrchestrationNode> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(node -> node.stop(Duration.ofSeconds(10)));
        storage.close();
    }

    private List<TurnItem> fetch(String... versions) {
        return provider.fetchTurns(TurnFetch.of(9, LOCK, Duration.ZERO).withVersions(Map.of("Flow", Set.of(versions))))
                .items();
    }

    private void start(@Nullable String version) {
        provider.enqueue(List.of(NewMessage.start("a", new NewMessage.Start("Flow", version, null, false), "start")));
    }

    private TurnItem pinned(String version) {
        start(null);
        TurnItem item = fetch("9.9.9").get(0);
        commit(TurnAck.of(
                item.lock(), 1, ExecutionChange.started("Flow", version), List.of(new StoredEvent(1, "started"))));
        provider.enqueue(List.of(NewMessage.of("a", "next")));
        return item;
    }

    private void commit(TurnAck ack) {
        assertThat(provider.ackTurns(List.of(ack))).hasToString("[COMMITTED]");
    }

    @Test
    void whatWasAskedForIsLeftToThoseWhoHaveIt() {
        start("2.0.0");
        assertThat(fetch("1.0.0", "3.0.0")).isEmpty();
        assertThat(fetch("1.0.0", "2.0.0")).hasSize(1);
    }

    @Test
    void whatWasDecidedIsLeftToThoseWhoHaveIt() {
        TurnItem unused = pinned("2.0.0");
        assertThat(fetch("1.0.0")).isEmpty();
        assertThat(fetch("2.0.0")).hasSize(1);
    }

    @Test
    void theNextExecutionIsForAnybody() {
        TurnItem unused = pinned("2.0.0");
        TurnItem item = fetch("2.0.0").get(0);
        NewMessage next = NewMessage.start("a", new NewMessage.Start("Flow", null, null, true), "again");
        commit(TurnAck.of(
                        item.lock(),
                        1,
                        ExecutionChange.ended(ExecutionStatus.CONTINUED_AS_NEW, null),
                        List.of(new StoredEvent(2, "continued")))
                .withMessages(List.of(next)));
        assertThat(fetch("3.0.0")).hasSize(1);
    }

    @Test
    void whatIsNoVersionIsNotLeftLying() {
        start("second");
        assertThat(fetch("1.0.0")).hasSize(1);
    }

    @Test
    void theOneNodeThatHasAVersionGetsAllOfItsInstances() throws Exception {
        OrchestrationCounts counts = new OrchestrationCounts();
        for (int i = 0; i < 4; i++) {
            OrchestrationNode.Builder node = OrchestrationNode.on(
                            storage.another().orElseThrow())
                    .observer(counts)
                    .orchestration(FIRST, (ctx, id) -> -1L);
            nodes.add((i < 3
                            ? node
                            : node.orchestration(SECOND, (ctx, id) -> {
                                ctx.timer(Duration.ofMillis(200)).await();
                                return id;
                            }))
                    .start());
        }
        Orchestrations client = nodes.get(0).orchestrations();
        for (long id = 0; id < 20; id++) {
            client.start(SECOND, "instance-" + id, id);
        }
        for (long id = 0; id < 20; id++) {
            assertThat(client.awaitCompletion(SECOND, "instance-" + id, GENEROUS))
                    .isEqualTo(id);
        }
        assertThat(counts.snapshot().turnsAbandoned()).isZero();
    }

    /** It is left alone, and nobody tells of it again: the fallback does. */
    @Test
    void anIdleNodeMeetsWhatNobodyHas() throws Exception {
        RuntimeOptions options =
                RuntimeOptions.defaults().withAttemptsMax(1).withStrangersInterval(Duration.ofSeconds(1));
        try (Dormouse node = Dormouse.on(storage.backend())
                .wake(WakeSettings.defaults().withFallbackInterval(Duration.ofMillis(300)))
                .orchestrationOptions(options)
                .orchestration(FIRST, (ctx, id) -> -1L)
                .start()) {
            node.orchestrations().start(SECOND, "a", 1L);
            assertThat(node.orchestrations().awaitEnd("a", GENEROUS).error()).isInstanceOf(ErrorDetails.Poison.class);
        }
    }
}
