package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkFetch.SessionFetch;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Work of one session is executed by whoever holds the session. */
abstract class SessionsContract extends SessionsWords {

    @Test
    void workWithoutASessionIsForAnyone() {
        putWork(work("a", 1), work("a", 2));

        assertThat(id(takeWork(by("one")))).isEqualTo(1);
        assertThat(id(takeWork(by("two")))).isEqualTo(2);
    }

    @Test
    void aSessionThatNobodyHoldsCanBeTaken() {
        putSession(1, S1);

        WorkItem item = takeWork(by("one"));
        assertThat(item.session()).isEqualTo(S1);
    }

    @Test
    void theHolderGetsTheRestOfItsSession() {
        putSession(1, S1);
        putSession(2, S1);

        assertThat(id(takeWork(by("one")))).isEqualTo(1);
        assertThat(id(takeWork(by("one")))).isEqualTo(2);
    }

    @Test
    void othersDoNotGetIt() {
        putSession(1, S1);
        putSession(2, S1);
        takeWork(by("one"));

        noWork(by("two"));
    }

    @Test
    void differentSessionsHaveDifferentHolders() {
        putSession(1, S1);
        putSession(2, S2);
        putSession(3, S1);
        putSession(4, S2);
        assertThat(id(takeWork(by("one")))).isEqualTo(1);
        assertThat(id(takeWork(by("two")))).isEqualTo(2);

        assertThat(id(takeWork(by("two")))).isEqualTo(4);
        assertThat(id(takeWork(by("one")))).isEqualTo(3);
    }

    @Test
    void workWithAndWithoutSessionsMixes() {
        putSession(1, S1);
        putWork(work("a", 2));
        putSession(3, S1);
        takeWork(by("one"));

        assertThat(id(takeWork(by("two")))).isEqualTo(2);
        noWork(by("two"));
        assertThat(id(takeWork(by("one")))).isEqualTo(3);
    }

    @Test
    void aSessionWhoseLockEndedCanBeTaken() {
        putSession(1, S1);
        putSession(2, S1);
        long began = storage.nanos();
        takeWork(brieflyBy("one"));

        assertThat(id(awaitWork(by("two")))).isEqualTo(2);
        assertLocked(began);
    }

    @Test
    void whoAsksForNoSessionsGetsNone() {
        putSession(1, S1);
        putWork(work("a", 2));

        assertThat(id(takeWork())).isEqualTo(2);
        noWork();
    }

    @Test
    void whoAsksForSessionsGetsEverythingInOrder() {
        putWork(work("a", 1));
        putSession(2, S1);
        putWork(work("a", 3));
        putSession(4, S2);

        assertThat(IntStream.range(0, 4).mapToObj(i -> id(takeWork(by("one"))))).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void sessionsThatAreHeldCanBeRenewed() {
        putSession(1, S1);
        takeWork(by("one"));
        assertThat(renewed(LONG, "one")).isEqualTo(1);
        putSession(2, S2);
        takeWork(by("one"));

        assertThat(renewed(LONG, "one")).isEqualTo(2);
    }

    @Test
    void sessionsOfManyHoldersAreRenewedTogether() {
        putSession(1, S1);
        putSession(2, S2);
        takeWork(by("one"));
        takeWork(by("two"));

        assertThat(renewed(LONG, "one", "two", "three")).isEqualTo(2);
    }

    @Test
    void anIdleSessionIsNotRenewed() {
        putSession(1, S1);
        takeWork(by("one"));

        assertThat(renewed(Duration.ZERO, "one")).isZero();
    }

    @Test
    void whoHoldsNothingRenewsNothing() {
        assertThat(renewed(LONG, "one")).isZero();
        assertThat(provider.renewSessions(List.of(), LONG, LONG)).isZero();
    }

    @Test
    void aSessionThatNobodyHoldsOrNeedsIsForgotten() {
        putSession(1, S1);
        dropWork(takeWork(brieflyBy("one")));

        assertThat(eventually(() -> Optional.of(provider.forgetSessions()).filter(count -> count > 0)))
                .isEqualTo(1);
        assertThat(provider.forgetSessions()).isZero();
    }

    @Test
    void aSessionWithWorkIsNotForgotten() {
        putSession(1, S1);
        putSession(2, S1);
        long began = storage.nanos();
        dropWork(takeWork(brieflyBy("one")));
        passSince(began, storage.lockTimeout().multipliedBy(2));

        assertThat(provider.forgetSessions()).isZero();
    }

    @Test
    void aSessionThatIsHeldIsNotForgotten() {
        putSession(1, S1);
        dropWork(takeWork(by("one")));

        assertThat(provider.forgetSessions()).isZero();
    }

    @Test
    void workOfASessionComesInOrder() {
        IntStream.rangeClosed(1, 3).forEach(id -> putSession(id, S1));
        for (long id = 1; id <= 3; id++) {
            WorkItem item = takeWork(by("one"));
            assertThat(id(item)).isEqualTo(id);
            dropWork(item);
        }
        noWork(by("one"));
    }

    @Test
    void aHolderGetsWorkWithoutASessionToo() {
        putSession(1, S1);
        takeWork(by("one"));
        putWork(work("a", 2));

        WorkItem item = takeWork(by("one"));
        assertThat(item.session()).isNull();
    }

    @Test
    void callersWithOneNameShareTheirSessions() {
        putSession(1, S1);
        putSession(2, S1);
        List<Background<WorkItem>> callers =
                List.of(inBackground(() -> takeWork(by("node"))), inBackground(() -> takeWork(by("node"))));

        assertThat(callers.stream().map(caller -> id(caller.result()))).containsExactlyInAnyOrder(1L, 2L);
    }

    @Test
    void ofManyWhoWantASessionOneGetsIt() {
        IntStream.rangeClosed(1, 8).forEach(id -> putSession(id, S1));
        List<Background<List<WorkItem>>> contenders = IntStream.range(0, 8)
                .mapToObj(i ->
                        inBackground(() -> provider.fetchWork(by("owner-" + i)).items()))
                .toList();

        assertThat(contenders.stream().map(Background::result).filter(items -> !items.isEmpty()))
                .hasSize(1);
    }

    @Test
    void aSessionThatWasTakenOverStaysWithTheNewHolder() {
        IntStream.rangeClosed(1, 4).forEach(id -> putSession(id, S1));
        takeWork(brieflyBy("one"));
        awaitWork(by("two"));

        noWork(by("one"));
        assertThat(id(takeWork(by("two")))).isEqualTo(3);
    }

    @Test
    void aForgottenSessionBeginsAnew() {
        putSession(1, S1);
        dropWork(takeWork(brieflyBy("one")));
        eventually(() -> Optional.of(provider.forgetSessions()).filter(count -> count > 0));
        putSession(2, S1);

        assertThat(id(takeWork(by("two")))).isEqualTo(2);
    }

    @Test
    void abandonedWorkOfASessionComesBackToItsHolder() {
        putSession(1, S1);
        WorkItem item = takeWork(by("one"));
        provider.abandonWork(item.lock(), Duration.ZERO, AttemptCount.KEEP);

        noWork(by("two"));
        assertThat(takeWork(by("one")).attempt()).isEqualTo(2);
    }

    @Test
    void anAttemptAtWorkOfASessionCanBeUndone() {
        putSession(1, S1);
        WorkItem item = takeWork(by("one"));
        provider.abandonWork(item.lock(), Duration.ZERO, AttemptCount.UNDO);

        assertThat(takeWork(by("one")).attempt()).isEqualTo(1);
    }

    @Test
    void noMoreNewSessionsAreTakenThanAskedFor() {
        putSession(1, S1);
        putSession(2, S2);
        putSession(3, S1);
        WorkFetch one = WorkFetch.of(10, LONG, Duration.ZERO).withSession(new SessionFetch("one", LONG, 1));

        assertThat(provider.fetchWork(one).items().stream().map(SessionsWords::id))
                .containsExactly(1L, 3L);
        WorkFetch none = WorkFetch.of(10, LONG, Duration.ZERO).withSession(new SessionFetch("two", LONG, 0));
        assertThat(provider.fetchWork(none).items()).isEmpty();
    }
}
