package dev.dormouse.wake;

import java.sql.Connection;
import java.time.Duration;

/** Tells nobody: for tests in which there is nobody else. */
public final class SilentAnnouncer implements Announcer {

    @Override
    public void start() {}

    @Override
    public void stop(Duration grace) {}

    @Override
    public void announce(WakeHint hint) {}

    @Override
    public boolean takeLead() {
        return false;
    }

    @Override
    public void announceIn(Connection connection, WakeHint hint) {}
}
