package dev.dormouse.wake.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tries every interleaving of producers and consumers, with faults at any moment. See
 * docs/decisions/0001-after-commit-wakes.md for the argument in words. {@code -Dmodel.faults=2} looks deeper, for longer.
 */
class WakeProtocolTest {

    @Test
    void noInterleavingOfTwoProducersAndTwoConsumersSleepsOnTopOfARow() {
        assertNoWakeIsLost(explore(EnumSet.noneOf(Flaw.class), 2, Integer.getInteger("model.faults", 1)));
    }

    @Test
    void noCombinationOfThreeFaultsSleepsOnTopOfARow() {
        assertNoWakeIsLost(explore(EnumSet.noneOf(Flaw.class), 1, 3));
    }

    @Test
    void readingTheSleepersBeforeTheCommitLosesAWake() {
        assertThat(counterexample(Flaw.SLEEPERS_READ_BEFORE_COMMIT, 0))
                .containsSubsequence("producer 0 reads who sleeps", "looks and finds nothing", "commits its row");
    }

    @Test
    void lookingBeforeTheSleepFlagIsCommittedLosesAWake() {
        assertThat(counterexample(Flaw.LOOK_BEFORE_SLEEP_FLAG, 0))
                .containsSubsequence("looks and finds nothing", "reads who sleeps", "commits \"I sleep\"");
    }

    @Test
    void notLookingAfterAReconnectLosesAWake() {
        assertThat(counterexample(Flaw.NO_LOOK_AFTER_RECONNECT, 1))
                .containsSubsequence("notifies whom it saw", "learns that it listens again");
    }

    @Test
    void tokenThatIsNotKeptUntilTheWaitIsALostWake() {
        assertThat(counterexample(Flaw.TOKEN_NOT_KEPT, 0))
                .containsSubsequence("notifies whom it saw", "reaches consumer", "begins to wait");
    }

    @Test
    void notCommittingTheFlagAgainAfterAServerCrashLosesAWake() {
        assertThat(counterexample(Flaw.FLAG_NOT_COMMITTED_AGAIN, 1))
                .containsSubsequence("the server crashes", "learns that it listens again", "reads who sleeps");
    }

    @Test
    void notingTheRegistrationAfterItsCommitLosesAWake() {
        assertThat(counterexample(Flaw.NOTED_AFTER_COMMIT, 1))
                .containsSubsequence("commits \"I sleep\"", "the server crashes", "notes that it is registered");
    }

    private static void assertNoWakeIsLost(Explorer.Outcome outcome) {
        assertThat(outcome.counterexample()).as("a lost wake").isEmpty();
        assertThat(outcome.states()).as("states visited").isGreaterThan(10_000);
        assertThat(outcome.quiescentStates()).as("ends visited").isGreaterThan(5);
    }

    private static String counterexample(Flaw flaw, int faults) {
        Explorer.Outcome outcome = explore(EnumSet.of(flaw), 1, faults);
        return outcome.counterexample()
                .orElseThrow(() -> new AssertionError(
                        flaw + " went unnoticed in all of " + outcome.states() + " states; the model is too weak"));
    }

    private static Explorer.Outcome explore(Set<Flaw> flaws, int producers, int faults) {
        WakeProtocol protocol = new WakeProtocol(flaws);
        return new Explorer<>(protocol::steps, World::identity, protocol::fault)
                .explore(protocol.start(producers, faults));
    }
}
