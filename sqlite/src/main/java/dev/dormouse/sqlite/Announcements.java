package dev.dormouse.sqlite;

import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells everyone who waits, after a commit, what has become possible. Thread-safe. */
final class Announcements {

    final LongPolls polls;
    final Changes changes;
    /** Nodes of this process that wait for themselves. */
    private final CopyOnWriteArrayList<WakeHub> nodes = new CopyOnWriteArrayList<>();

    Announcements(Ticker ticker) {
        this.polls = new LongPolls(ticker);
        this.changes = new Changes(ticker);
    }

    void tell(WakeHub node) {
        boolean unused = nodes.addIfAbsent(node);
    }

    void announce(Wakes wakes) {
        wakes.forEach((queue, delay) -> {
            polls.wake(queue, delay);
            nodes.forEach(node -> wake(node, queue, delay));
        });
        if (!wakes.changed().isEmpty()) {
            changes.changed(wakes.changed());
        }
    }

    private static void wake(WakeHub node, String queue, Duration delay) {
        boolean unused = node.wakeLocally(new WakeHint(queue, delay));
        if (queue.startsWith(Wakes.ACTIVITY + ":")) {
            unused = node.wakeLocally(new WakeHint(Wakes.ACTIVITY + ":*", delay));
        }
    }

    static LongPolls.Interest interest(TurnFetch fetch) {
        return new LongPolls.Interest(Wakes.TURN + "|" + fetch.names() + "|" + fetch.engines(), Wakes.TURN::equals);
    }

    static LongPolls.Interest interest(WorkFetch fetch) {
        String filter = Wakes.ACTIVITY + "|" + fetch.names() + "|" + fetch.tags() + "|" + session(fetch);
        return new LongPolls.Interest(filter, queue -> concerns(fetch.tags(), queue));
    }

    private static String session(WorkFetch fetch) {
        WorkFetch.SessionFetch session = fetch.session();
        return session == null ? "" : session.owner() + "|" + session.newSessionsMax();
    }

    private static boolean concerns(TagFilter tags, String queue) {
        if (queue.equals(Wakes.ACTIVITY)) {
            return tags.untagged();
        }
        String prefix = Wakes.ACTIVITY + ":";
        return queue.startsWith(prefix) && (tags.any() || tags.tags().contains(queue.substring(prefix.length())));
    }

    void close() {
        polls.close();
        changes.close();
    }
}
