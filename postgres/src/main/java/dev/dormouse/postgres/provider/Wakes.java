package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.listen.Notify;
import dev.dormouse.provider.ChangeWatch;
import dev.dormouse.provider.LongPoll;
import dev.dormouse.wake.NotifyMode;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.Waking;
import java.sql.Connection;
import java.sql.SQLException;

/** Tells of what a transaction put in: those who wait in this process directly, the other nodes as the mode says. */
final class Wakes {

    private final ProviderDatabase database;
    private final Waking waking;
    private final NotifyMode mode;
    private final LongPoll longPoll;
    private final ChangeWatch changes;

    Wakes(ProviderDatabase database, Waking waking, NotifyMode mode) {
        this.database = database;
        this.waking = waking;
        this.mode = mode;
        this.longPoll = new LongPoll(waking.hub(), waking.sleepers());
        this.changes = new ChangeWatch(waking.hub(), waking.sleepers());
    }

    /** Whether that is the hub which hears of everything here. */
    boolean of(WakeHub hub) {
        return waking.hub() == hub;
    }

    LongPoll longPoll() {
        return longPoll;
    }

    ChangeWatch changes() {
        return changes;
    }

    /** Runs and commits work that fills the hints, and announces them; also if the outcome of the commit is unknown. */
    <R> R commit(String what, Hints hints, ProviderDatabase.Work<R> work) {
        try {
            return inTransaction()
                    ? database.inTransaction(what, connection -> {
                        R result = work.on(connection);
                        notifyIn(connection, hints);
                        return result;
                    })
                    : database.call(what, work);
        } finally {
            announce(hints);
        }
    }

    /** In a transaction that somebody else commits. */
    void announceIn(Connection connection, Hints hints) {
        hints.queues().forEach(hint -> waking.announcer().announceIn(connection, hint));
    }

    boolean listening() {
        return waking.hub().isListening();
    }

    void close() {
        longPoll.close();
        changes.close();
    }

    /** Triggers see to what others insert; what only changes must be told by us. */
    private boolean inTransaction() {
        return mode == NotifyMode.IN_TRANSACTION || mode == NotifyMode.TRIGGER;
    }

    private void notifyIn(Connection connection, Hints hints) throws SQLException {
        String channel = database.schema().channel();
        for (WakeHint hint : hints.all()) {
            Notify.inTransaction(connection, channel, hint);
        }
    }

    private void announce(Hints hints) {
        hints.queues().forEach(waking.hub()::wakeLocally);
        hints.changed().forEach(changes::changed);
        hints.all().forEach(waking.announcer()::announce);
    }
}
