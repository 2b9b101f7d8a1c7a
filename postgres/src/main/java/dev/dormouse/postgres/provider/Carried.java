package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.TurnAck;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The activity that a turn's node begins at once, one for each turn or none: it is kept in the row of its instance, which the
 * turn writes anyway, instead of in a row of its own (docs/decisions/0015).
 */
final class Carried {

    /** The row is written with every turn, and should stay small. */
    private static final int BODY_MAX = 1_000;

    private final List<@Nullable NewWork> work = new ArrayList<>();

    static Carried of(List<TurnAck> turns) {
        Carried carried = new Carried();
        turns.forEach(turn -> carried.work.add(
                turn.work().stream().filter(Carried::suits).findFirst().orElse(null)));
        return carried;
    }

    static boolean suits(NewWork work) {
        return work.lease() != null && work.session() == null && work.body().length() <= BODY_MAX;
    }

    /** What is left of a turn's work, which gets rows of its own. */
    List<NewWork> others(int turn, TurnAck ack) {
        NewWork carried = work.get(turn);
        return ack.work().stream().filter(item -> !item.equals(carried)).toList();
    }

    void bind(SqlCall call) throws SQLException {
        call.set("carried_lanes", longs(PgWork::lane));
        call.set("carried_locks", longs(item -> PgWork.lease(item).lockTimeout().toMillis()));
        call.set("carried_tokens", longs(item -> PgWork.lease(item).token()));
        call.set("carried_activities", longs(item -> item.key().activityId()));
        call.set("carried_names", texts(NewWork::name));
        call.set("carried_tags", texts(NewWork::tag));
        call.set("carried_bodies", texts(NewWork::body));
    }

    private long[] longs(ToLongFunction<NewWork> column) {
        return Columns.longs(work, item -> item == null ? 0 : column.applyAsLong(item));
    }

    private @Nullable String[] texts(Function<NewWork, @Nullable String> column) {
        return Columns.texts(work, item -> item == null ? null : column.apply(item));
    }
}
