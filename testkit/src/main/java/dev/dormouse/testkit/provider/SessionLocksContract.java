package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkFetch.SessionFetch;
import dev.dormouse.provider.WorkItem;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lock of a session and the locks of its work end independently. */
abstract class SessionLocksContract extends SessionsWords {

    @Test
    void aSessionWhoseLockEndedCannotBeRenewed() {
        putSession(1, S1);
        long began = storage.nanos();
        takeWork(brieflyBy("one"));
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(provider.renewSessions(List.of("one"), LONG, LONG)).isZero();
    }

    @Test
    void theOldHolderCanTakeItsSessionAgain() {
        putSession(1, S1);
        putSession(2, S1);
        long began = storage.nanos();
        takeWork(brieflyBy("one"));
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(id(takeWork(by("one")))).isEqualTo(2);
        noWork(by("two"));
    }

    @Test
    void workWhoseLockEndedComesBackToTheHolderOfItsSession() {
        putSession(1, S1);
        WorkItem lost = takeWork(shortWork().withSession(new SessionFetch("one", LONG)));
        WorkItem again = awaitWork(by("one"));

        assertThat(again.key()).isEqualTo(lost.key());
        assertThat(again.attempt()).isEqualTo(2);
    }

    @Test
    void workWhoseLockEndedIsNotForOthersWhileItsSessionIsHeld() {
        putSession(1, S1);
        long began = storage.nanos();
        takeWork(shortWork().withSession(new SessionFetch("one", LONG)));
        passSince(began, storage.lockTimeout().multipliedBy(2));

        noWork(by("two"));
        assertThat(takeWork(by("one")).attempt()).isEqualTo(2);
    }

    @Test
    void aNewHolderGetsWhatTheOldOneLeft() {
        putSession(1, S1);
        takeWork(brief("one"));
        WorkItem again = awaitWork(by("two"));

        assertThat(id(again)).isEqualTo(1);
        assertThat(again.attempt()).isEqualTo(2);
    }

    @Test
    void theSameHolderGetsWhatItLeft() {
        putSession(1, S1);
        takeWork(brief("one"));

        assertThat(awaitWork(by("one")).attempt()).isEqualTo(2);
    }

    @Test
    void whenBothLocksHaveEndedAnyoneMayTakeBoth() {
        putSession(1, S1);
        putSession(2, S1);
        long began = storage.nanos();
        takeWork(brief("one"));
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(List.of(id(takeWork(by("two"))), id(takeWork(by("two"))))).containsExactlyInAnyOrder(1L, 2L);
        noWork(by("one"));
    }

    @Test
    void workCanBeCompletedAfterItsSessionEnded() {
        putSession(1, S1);
        long began = storage.nanos();
        WorkItem item = takeWork(brieflyBy("one"));
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(dropWork(item)).isEqualTo(AckOutcome.COMMITTED);
    }

    @Test
    void aRenewedSessionStaysHeld() {
        putSession(1, S1);
        putSession(2, S1);
        long began = storage.nanos();
        takeWork(brieflyBy("one"));
        assertThat(provider.renewSessions(List.of("one"), LONG, LONG)).isEqualTo(1);
        passSince(began, storage.lockTimeout().multipliedBy(2));

        noWork(by("two"));
        assertThat(id(takeWork(by("one")))).isEqualTo(2);
    }

    @Test
    void completingWorkUsesItsSession() {
        putSession(1, S1);
        long began = storage.nanos();
        WorkItem item = takeWork(by("one"));
        passSince(began, storage.lockTimeout());
        long acked = storage.nanos();
        dropWork(item);

        int renewed = renewed(storage.lockTimeout(), "one");
        if (since(acked).compareTo(storage.lockTimeout()) < 0) {
            assertThat(renewed).isEqualTo(1);
        }
    }

    @Test
    void renewingWorkUsesItsSession() {
        putSession(1, S1);
        long began = storage.nanos();
        WorkItem item = takeWork(by("one"));
        passSince(began, storage.lockTimeout());
        long used = storage.nanos();
        assertThat(provider.renewWork(List.of(item.lock()), LONG)).isEmpty();

        int renewed = renewed(storage.lockTimeout(), "one");
        if (since(used).compareTo(storage.lockTimeout()) < 0) {
            assertThat(renewed).isEqualTo(1);
        }
    }

    @Test
    void aSessionThatIsNotUsedBecomesIdle() {
        putSession(1, S1);
        long began = storage.nanos();
        takeWork(by("one"));
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(renewed(storage.lockTimeout(), "one")).isZero();
    }

    /** Both locks for a short time only. */
    private WorkFetch brief(String owner) {
        return shortWork().withSession(new SessionFetch(owner, storage.lockTimeout()));
    }
}
