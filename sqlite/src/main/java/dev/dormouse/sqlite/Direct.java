package dev.dormouse.sqlite;

import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.WorkLock;
import java.sql.SQLException;

/** Turns that nobody locked. */
final class Direct {

    private Direct() {}

    /** Whether nobody else has the instance or something for it, and it stands where the turn began. */
    static boolean valid(Tx tx, TurnAck turn, TurnAck.Direct direct) throws SQLException {
        String instance = turn.lock().instance();
        return free(tx, instance, turn.executionId(), direct.incarnation())
                && Histories.lastEventId(tx, instance, turn.executionId()) == direct.lastEventId()
                && held(tx, turn, direct);
    }

    private static boolean free(Tx tx, String instance, long executionId, long incarnation) throws SQLException {
        return tx.exists("""
                select 1 from instance
                where instance = ?1 and execution_id = ?2 and token is null and (due_at is null or due_at > ?3)
                  and (held_until is null or held_until <= ?3) and finished_at is null and (?4 = 0 or id = ?4)
                """, instance, executionId, tx.now, incarnation);
    }

    private static boolean held(Tx tx, TurnAck turn, TurnAck.Direct direct) throws SQLException {
        for (WorkLock lock : direct.ended()) {
            boolean own =
                    lock.instance().equals(turn.lock().instance()) && lock.key().executionId() == turn.executionId();
            if (!own || !Works.isHeld(tx, lock)) {
                return false;
            }
        }
        return true;
    }
}
