package dev.dormouse.testkit.orchestration;

/** Where a node dies in the middle of something. */
public enum CrashPoint {
    /** A turn was run, and nothing of it was stored. */
    BEFORE_TURN_COMMIT("ackTurns", false),
    /** A turn was stored, and the node does not know. */
    AFTER_TURN_COMMIT("ackTurns", true),
    /** An activity was executed, and nothing of it was stored: it is executed again. */
    BEFORE_ACTIVITY_COMMIT("ackWork", false),
    /** The result of an activity was stored, and the node does not know. */
    AFTER_ACTIVITY_COMMIT("ackWork", true);

    final String method;
    final boolean arrives;

    CrashPoint(String method, boolean arrives) {
        this.method = method;
        this.arrives = arrives;
    }
}
