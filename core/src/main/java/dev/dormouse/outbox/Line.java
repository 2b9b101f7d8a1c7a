package dev.dormouse.outbox;

import java.util.ArrayDeque;

/** The messages of one key for one route that are in hand, in order. Guarded by the backlog's lock. */
final class Line {

    /** One key in one lane. */
    record Name(int lane, String key) {}

    final Name name;
    final RouteLines route;
    final ArrayDeque<StoredMessage> queued = new ArrayDeque<>();
    /** A batch is under way: the next one has to wait. */
    boolean busy;

    /** Since when; counts only while it is busy. */
    long busySinceNanos;
    /** A message failed, and that has not been written yet: whatever comes is set aside. */
    boolean held;

    Line(Name name, RouteLines route) {
        this.name = name;
        this.route = route;
    }
}
