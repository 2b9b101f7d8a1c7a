package dev.dormouse.postgres.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnLock;
import dev.dormouse.provider.ValueChange;
import dev.dormouse.provider.WorkLock;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where an activity stands that its own node begins at once. That nobody can tell is for {@code EagerWorkContract}. */
class CarriedActivityIT {

    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final long TOKEN = 4_711;

    private final PgStorage storage = PgStorage.listening(PgStorage.NO_FALLBACK);
    private final PgProvider provider = storage.provider();

    @AfterEach
    void close() {
        storage.close();
    }

    private void begin(NewWork... work) {
        begin("a", work);
    }

    private void begin(String instance, NewWork... work) {
        begin(first(instance, work));
    }

    private void begin(TurnAck first) {
        assertThat(provider.begin(first)).isPositive();
    }

    private static TurnAck first(String instance, NewWork... work) {
        return TurnAck.of(
                        TurnLock.none(instance),
                        1,
                        ExecutionChange.started("Flow", "1.0.0"),
                        List.of(new StoredEvent(1, "started")))
                .withWork(List.of(work));
    }

    private static NewWork leased(long activityId, String body) {
        return leased("a", activityId, body);
    }

    private static NewWork leased(String instance, long activityId, String body) {
        return NewWork.of(instance, new ActivityKey(1, activityId), "Activity", body)
                .withLease(new NewWork.Lease(TOKEN, LOCK));
    }

    private static WorkLock lock(String instance, long activityId) {
        return new WorkLock(instance, new ActivityKey(1, activityId), TOKEN);
    }

    private void turn(long lastEventId, long ended, NewWork... work) {
        turn("a", lastEventId, ended, work);
    }

    private void turn(String instance, long lastEventId, long ended, NewWork... work) {
        assertThat(ack(instance, ExecutionChange.NONE, lastEventId, ended, work))
                .isEqualTo(AckOutcome.COMMITTED);
    }

    private AckOutcome ack(String instance, ExecutionChange change, long lastEventId, long ended, NewWork... work) {
        StoredEvent event = new StoredEvent(lastEventId + 1, "ended " + ended);
        TurnAck turn = TurnAck.of(TurnLock.none(instance), 1, change, List.of(event))
                .withDirect(new TurnAck.Direct(lastEventId, List.of(lock(instance, ended))))
                .withWork(List.of(work));
        return provider.ackTurns(List.of(turn)).get(0);
    }

    private void assertRows(int carried, int rows) {
        assertThat(storage.slot().number("select count(carried) from {schema}.turn"))
                .as("carried")
                .isEqualTo(carried);
        assertThat(storage.slot().number("select count(*) from {schema}.activity"))
                .as("rows of activity")
                .isEqualTo(rows);
    }

    @Test
    void stepAfterStepNoRowOfAnActivityIsWritten() {
        begin(leased(2, "input"));
        assertRows(1, 0);
        turn(1, 2, leased(3, "input"));
        assertRows(1, 0);
        turn(2, 3);
        assertRows(0, 0);
    }

    /** Else it would be found to be right by the contract, and slow by nobody. */
    @Test
    void aTurnAloneIsNotStoredByWhatStoresMany() {
        String away = "alter function {schema}.%1$s rename to %1$s_away";
        String back = "alter function {schema}.%1$s_away rename to %1$s";
        List<String> ofMany = List.of("ack_direct", "begin_instances");
        ofMany.forEach(function -> storage.slot().run(away.formatted(function)));
        try {
            begin(leased(2, "input"));
            turn(1, 2, leased(3, "input"));
            turn(2, 3);
        } finally {
            ofMany.forEach(function -> storage.slot().run(back.formatted(function)));
        }
    }

    /** The index of these times would be written at every step otherwise. */
    @Test
    void theEndOfTheLockMovesOnlyNowAndThen() {
        String until = "select extract(epoch from carried_until) * 1000000 from {schema}.turn";
        begin(leased(2, "input"));
        long before = storage.slot().number(until);
        turn(1, 2, leased(3, "input"));
        assertThat(storage.slot().number(until)).isEqualTo(before);

        storage.slot().run("update {schema}.turn set carried_until = carried_until - interval '7 seconds'");
        turn(2, 3, leased(4, "input"));
        assertThat(storage.slot().number(until)).isGreaterThanOrEqualTo(before);
    }

    /** Others may see to it at any moment, even if none has yet. */
    @Test
    void afterTheEndOfItsLockItEndsNoMore() {
        begin(leased(2, "input"));
        storage.slot().run("update {schema}.turn set carried_until = clock_timestamp()");

        assertThat(ack("a", ExecutionChange.NONE, 1, 2)).isEqualTo(AckOutcome.LOCK_LOST);
    }

    @Test
    void theEndLeavesNoMessagesAndNoChangesOfValues() {
        begin(first("a", leased(2, "input"))
                .withMessages(List.of(NewMessage.of("a", "later").after(LOCK)))
                .withValues(List.of(ValueChange.set("set", "value"), ValueChange.clear("cleared"))));
        ExecutionChange end = ExecutionChange.ended(ExecutionStatus.COMPLETED, "done");

        assertThat(ack("a", end, 1, 2)).isEqualTo(AckOutcome.COMMITTED);
        assertThat(storage.slot().number("select count(*) from {schema}.turn_message"))
                .as("messages")
                .isZero();
        assertThat(storage.slot().number("select count(*) from {schema}.instance_value where changed or key <> 'set'"))
                .as("values that changed or are not there any more")
                .isZero();
        assertThat(provider.values("a")).containsOnly(Map.entry("set", "value"));
    }

    @Test
    void whatIsLargeOrHasASessionGetsARow() {
        begin(leased(2, "x".repeat(10_000)), leased(3, "input").withSession("session"));
        assertRows(0, 2);
    }

    @Test
    void whatLastsLongGetsARow() {
        begin(leased(2, "input"));
        assertThat(provider.renewWork(List.of(lock("a", 2)), LOCK)).isEmpty();
        assertRows(0, 1);
        turn(1, 2, leased(3, "input"));
        assertRows(1, 0);
    }

    @Test
    void ofSeveralOneIsCarried() {
        begin(leased(2, "input"), leased(3, "input"));
        assertRows(1, 1);
        turn(1, 3, leased(4, "input"));
        assertRows(1, 1);
        turn(2, 2);
        assertRows(0, 1);
    }

    /** It is not locked by whoever makes rows of others, so it may have ended before it would be taken off. */
    @Test
    void whatIsCarriedSinceTheRowsWereLockedIsLeftAlone() throws Exception {
        begin(leased(2, "input"));
        begin("b", leased("b", 2, "x".repeat(10_000)));
        CompletableFuture<List<WorkLock>> renewal;
        try (Connection other = storage.slot().pool().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("select from " + storage.slot().schema().quotedName()
                    + ".turn where instance = 'a' for no key update");
            renewal =
                    CompletableFuture.supplyAsync(() -> provider.renewWork(List.of(lock("a", 2), lock("b", 2)), LOCK));
            await().atMost(Duration.ofSeconds(30)).until(this::somebodyWaitsForRows);
            turn("b", 1, 2, leased("b", 3, "input"));
            other.rollback();
        }
        assertThat(renewal.get(30, TimeUnit.SECONDS)).containsExactly(lock("b", 2));
        assertRows(1, 1);
    }

    private boolean somebodyWaitsForRows() {
        return storage.slot()
                        .number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                                + " and query like '%{schema}.uncarry(%'")
                > 0;
    }
}
