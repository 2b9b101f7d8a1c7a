package dev.dormouse.postgres;

import dev.dormouse.postgres.listen.Notify;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.wake.Announcer;
import dev.dormouse.wake.NotifyMode;
import dev.dormouse.wake.WakeHint;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** For the modes in which nothing is announced after a commit: by the transaction itself, by a trigger, or not at all. */
final class NoAfterCommitAnnouncer implements Announcer {

    private final String channel;
    private final NotifyMode mode;

    NoAfterCommitAnnouncer(SchemaName schema, NotifyMode mode) {
        this.channel = schema.channel();
        this.mode = mode;
    }

    @Override
    public void start() {}

    @Override
    public void announce(WakeHint hint) {}

    @Override
    public boolean takeLead() {
        return false;
    }

    @Override
    public boolean inTransaction() {
        return mode == NotifyMode.IN_TRANSACTION;
    }

    @Override
    public void announceIn(Connection connection, WakeHint hint) {
        if (!inTransaction()) {
            return;
        }
        try {
            Notify.inTransaction(connection, channel, hint);
        } catch (SQLException e) {
            throw PgErrors.of("announce work in " + hint.queue(), e);
        }
    }

    @Override
    public void stop(Duration grace) {}
}
