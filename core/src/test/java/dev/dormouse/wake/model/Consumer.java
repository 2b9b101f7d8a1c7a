package dev.dormouse.wake.model;

/**
 * A process that sleeps until there is a row for it.
 *
 * @param token whether it has been woken since it last began to look
 * @param registered whether it believes that its flag is committed
 * @param flag whether its flag "I sleep" is in the sleepers table
 * @param link its listener's connection
 * @param alarms rows of others whose lease it waits for, as bits; known from its last look
 */
record Consumer(Phase phase, boolean token, boolean registered, boolean flag, Link link, int alarms) {

    enum Phase {
        /** About to note that it has registered; the commit follows, so that a reconnect in between is not overlooked. */
        NOTE,
        /** About to commit "I sleep". */
        COMMIT,
        LOOK,
        RUN,
        /** Has looked and found nothing, and does not wait yet. */
        LIE_DOWN,
        WAIT,
        DEAD
    }

    enum Link {
        DOWN,
        /** LISTEN is committed, the process does not know yet. */
        CONNECTED,
        UP
    }

    static Consumer startingAt(Phase phase) {
        return new Consumer(phase, false, false, false, Link.UP, 0);
    }

    Consumer at(Phase next) {
        return new Consumer(next, token, registered, flag, link, alarms);
    }

    Consumer token(boolean next) {
        return new Consumer(phase, next, registered, flag, link, alarms);
    }

    Consumer registered(boolean next) {
        return new Consumer(phase, token, next, flag, link, alarms);
    }

    Consumer flag(boolean next) {
        return new Consumer(phase, token, registered, next, link, alarms);
    }

    Consumer link(Link next) {
        return new Consumer(phase, token, registered, flag, next, alarms);
    }

    Consumer alarms(int rows) {
        return new Consumer(phase, token, registered, flag, link, rows);
    }

    boolean alive() {
        return phase != Phase.DEAD;
    }

    /** Ten bits; {@code producersSwapped} gives those of the same state with the producers' names exchanged. */
    @SuppressWarnings("EnumOrdinal") // Only ever compared within one run.
    long bits(boolean producersSwapped) {
        long bits = phase.ordinal() * 3L + link.ordinal();
        bits = (bits << 3) | (token ? 4 : 0) | (registered ? 2 : 0) | (flag ? 1 : 0);
        return (bits << 2) | World.named(alarms, producersSwapped);
    }

    boolean waits() {
        return phase == Phase.WAIT;
    }

    @Override
    public String toString() {
        return phase + (token ? " with" : " without") + " a token, flag " + (flag ? "set" : "not set") + ", link "
                + link;
    }
}
