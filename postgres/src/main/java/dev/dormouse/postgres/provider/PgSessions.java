package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import java.time.Duration;
import java.util.Collection;

/** Who serves which session, and until when. */
final class PgSessions {

    private final ProviderDatabase database;
    private final Sql renew;
    private final Sql forget;

    PgSessions(ProviderDatabase database) {
        this.database = database;
        this.renew = database.load("renew_sessions");
        this.forget = database.load("forget_sessions");
    }

    int renew(Collection<String> owners, Duration lockTimeout, Duration idleTimeout) {
        return database.call("renew the sessions of " + owners, connection -> {
            try (SqlCall call = renew.prepare(connection)) {
                call.set("owners", owners.toArray(String[]::new));
                return call.set("lock", lockTimeout).set("idle", idleTimeout).update();
            }
        });
    }

    int forget() {
        return database.call("forget sessions", connection -> {
            try (SqlCall call = forget.prepare(connection)) {
                return call.update();
            }
        });
    }
}
