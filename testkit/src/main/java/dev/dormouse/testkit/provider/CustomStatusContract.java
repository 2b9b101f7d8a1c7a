package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.CustomStatus;
import dev.dormouse.provider.CustomStatusChange;
import dev.dormouse.provider.TurnAck;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an orchestration shows of itself. */
abstract class CustomStatusContract extends ContractGroup {

    private void show(@Nullable String status) {
        commit(TurnAck.nothing(nextTurn("a")).withCustomStatus(new CustomStatusChange(status)));
    }

    @Test
    void aStatusCanBeSet() {
        running("a");
        show("half done");

        assertThat(provider.findCustomStatus("a", 0)).contains(new CustomStatus("half done", 1));
        assertThat(provider.findStatus("a").orElseThrow().customStatus()).isEqualTo(new CustomStatus("half done", 1));
    }

    @Test
    void aStatusCanBeCleared() {
        running("a");
        show("half done");
        show(null);

        assertThat(provider.findCustomStatus("a", 1)).contains(new CustomStatus(null, 2));
    }

    @Test
    void aTurnThatSaysNothingLeavesItAlone() {
        running("a");
        show("half done");
        commit(appending(nextTurn("a"), event(2)));

        assertThat(provider.findCustomStatus("a", 0)).contains(new CustomStatus("half done", 1));
    }

    @Test
    void everyChangeCounts() {
        running("a");
        for (long version = 1; version <= 3; version++) {
            show("step " + version);
            assertThat(provider.findCustomStatus("a", version - 1))
                    .contains(new CustomStatus("step " + version, version));
        }
    }

    @Test
    void whoHasSeenItIsNotToldAgain() {
        running("a");
        show("half done");

        assertThat(provider.findCustomStatus("a", 1)).isEmpty();
        assertThat(provider.findCustomStatus("a", 7)).isEmpty();
    }

    @Test
    void anUnknownInstanceShowsNothing() {
        assertThat(provider.findCustomStatus("nobody", 0)).isEmpty();
    }

    @Test
    void aNewInstanceShowsNothing() {
        running("a");

        assertThat(provider.findCustomStatus("a", 0)).isEmpty();
        assertThat(provider.findStatus("a").orElseThrow().customStatus()).isEqualTo(new CustomStatus(null, 0));
    }

    @Test
    void aStatusOutlivesItsExecution() {
        running("a");
        show("half done");
        continuedAsNew("a");

        assertThat(provider.findCustomStatus("a", 0)).contains(new CustomStatus("half done", 1));
    }
}
