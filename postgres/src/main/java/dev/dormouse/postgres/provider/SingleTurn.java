package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.provider.EngineVersion;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.WorkLock;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A turn that is alone in its call and does what nearly all do: it adds to its history, and has one activity for its instance to
 * carry, or none. Its statements are about single values instead of arrays (docs/decisions/0016).
 */
record SingleTurn(TurnAck turn) {

    /** Empty if there are several, or if it does more than that. */
    static Optional<SingleTurn> of(List<TurnAck> turns) {
        return turns.size() == 1 && suits(turns.get(0)) ? Optional.of(new SingleTurn(turns.get(0))) : Optional.empty();
    }

    private static boolean suits(TurnAck turn) {
        return PgDirectTurns.quiet(turn)
                && !turn.events().isEmpty()
                && turn.execution().status() != ExecutionStatus.CONTINUED_AS_NEW
                && turn.work().size() <= 1
                && turn.work().stream().allMatch(Carried::suits);
    }

    /** Whether it is about one activity, as its instance may carry it. */
    boolean isStep() {
        return PgDirectTurns.plain(turn) && direct().ended().size() == 1;
    }

    void bindStep(SqlCall call) throws SQLException {
        WorkLock ended = direct().ended().get(0);
        call.set("incarnation", direct().incarnation()).set("known_event", direct().lastEventId());
        call.set("ended_activity", ended.key().activityId()).set("ended_token", ended.token());
        bind(call);
    }

    void bindBeginning(SqlCall call) throws SQLException {
        ExecutionChange change = turn.execution();
        EngineVersion engine = change.engine();
        call.set("lane", PgTurnAcks.lane(turn));
        call.set("name", change.name()).set("version", change.version());
        if (engine == null) {
            call.setNull("engine", "int4");
        } else {
            call.set("engine", engine.packed());
        }
        bind(call);
    }

    private void bind(SqlCall call) throws SQLException {
        List<StoredEvent> events = turn.events();
        ExecutionStatus status = turn.execution().status();
        call.set("instance", turn.lock().instance()).set("execution", turn.executionId());
        call.set("last_event", events.get(events.size() - 1).eventId());
        call.set("event_ids", Columns.longs(events, StoredEvent::eventId));
        call.set("event_bodies", Columns.texts(events, StoredEvent::body));
        call.set("status", status != null && status.finished() ? status.name() : null);
        call.set("output", turn.execution().output());
        bindCarried(call, turn.work().isEmpty() ? null : turn.work().get(0));
    }

    private static void bindCarried(SqlCall call, @Nullable NewWork work) throws SQLException {
        call.set("carried_activity", work == null ? 0 : work.key().activityId());
        call.set("carried_token", work == null ? 0 : PgWork.lease(work).token());
        call.set(
                "carried_lock",
                work == null ? 0 : PgWork.lease(work).lockTimeout().toMillis());
        call.set("carried_lane", work == null ? 0 : PgWork.lane(work));
        call.set("carried_name", work == null ? null : work.name());
        call.set("carried_tag", work == null ? null : work.tag());
        call.set("carried_body", work == null ? null : work.body());
    }

    private TurnAck.Direct direct() {
        return Objects.requireNonNull(turn.direct());
    }
}
