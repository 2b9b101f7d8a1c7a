package dev.dormouse.postgres.fault;

/**
 * Something that was done, and when, by the wall clock of this machine, which all processes share.
 *
 * @param worker whom it befell; empty if all
 */
record Fault(Kind kind, String worker, long fromMillis, long toMillis) {

    enum Kind {
        KILL,
        SUSPEND,
        CUT_LISTENER,
        CRASH_SERVER,
        /** Not done by the test: a worker noticed that the machine had not let it run. */
        STALL
    }

    /** How long after its end a fault may still explain something: until its victims have noticed. */
    private static final long AFTERMATH_MILLIS = 3_000;

    boolean befell(String name) {
        return worker.isEmpty() || worker.equals(name);
    }

    /** Whether this can be why what the worker did in that time was done again. */
    boolean explains(String name, long from, long to) {
        return kind != Kind.CUT_LISTENER && befell(name) && fromMillis <= to && toMillis + AFTERMATH_MILLIS >= from;
    }
}
