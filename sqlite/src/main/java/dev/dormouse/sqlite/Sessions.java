package dev.dormouse.sqlite;

import dev.dormouse.provider.WorkFetch.SessionFetch;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Who holds which session. Its lock and the locks of its work are independent of each other. */
final class Sessions {

    private Sessions() {}

    static void take(Tx tx, String session, SessionFetch by) throws SQLException {
        tx.update(
                "insert or replace into session (session, owner, locked_until, used_at) values (?1, ?2, ?3, ?4)",
                session,
                by.owner(),
                tx.after(by.lockTimeout()),
                tx.now);
    }

    /** Work of the session was renewed or done. */
    static void used(Tx tx, @Nullable String session) throws SQLException {
        if (session != null) {
            tx.update("update session set used_at = ?2 where session = ?1 and locked_until > ?2", session, tx.now);
        }
    }

    static int renew(Tx tx, Collection<String> owners, Duration lockTimeout, Duration idleTimeout) throws SQLException {
        return tx.update("""
                update session set locked_until = ?2
                where owner in (select value from json_each(?1)) and locked_until > ?3 and ?3 - used_at < ?4
                """, Json.strings(owners), tx.after(lockTimeout), tx.now, idleTimeout.toMillis());
    }

    static int forget(Tx tx) throws SQLException {
        return tx.update("""
                delete from session
                where locked_until <= ?1
                  and not exists (select 1 from work where work.session = session.session)
                """, tx.now);
    }
}
