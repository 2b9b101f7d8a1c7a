package dev.dormouse.sqlite;

import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.WakeHub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Tells everyone who waits, after a commit, what has become possible. Thread-safe. */
final class Announcements {

    final LongPolls polls;
    /** Our own, and those of nodes of this process that wait for themselves. */
    private final CopyOnWriteArrayList<WakeHub> hubs = new CopyOnWriteArrayList<>();

    Announcements(Ticker ticker) {
        this.polls = new LongPolls(ticker);
        hubs.add(polls.hub);
    }

    void tell(WakeHub node) {
        hubs.addIfAbsent(node);
    }

    void announce(Wakes wakes) {
        wakes.forEach((queue, delay) -> hubs.forEach(hub -> wake(hub, queue, delay)));
        wakes.changed().forEach(polls.changes::changed);
    }

    private static void wake(WakeHub hub, String queue, Duration delay) {
        hub.wakeLocally(new WakeHint(queue, delay));
        if (queue.startsWith(Wakes.TAGGED)) {
            hub.wakeLocally(new WakeHint(Wakes.ANY_TAG, delay));
        }
    }

    static LongPolls.Interest interest(TurnFetch fetch) {
        return new LongPolls.Interest(List.of(Wakes.TURN), Arrays.asList(fetch.names(), fetch.engines()));
    }

    static LongPolls.Interest interest(WorkFetch fetch) {
        WorkFetch.SessionFetch session = fetch.session();
        return new LongPolls.Interest(
                queues(fetch.tags()),
                Arrays.asList(
                        fetch.names(),
                        fetch.tags(),
                        session == null ? null : session.owner(),
                        session == null ? 0 : session.newSessionsMax()));
    }

    /** A worker that serves no tag at all still has a queue to wait in, in which nothing ever is. */
    private static List<String> queues(TagFilter tags) {
        List<String> queues = new ArrayList<>();
        if (tags.untagged()) {
            queues.add(Wakes.ACTIVITY);
        }
        if (tags.any()) {
            queues.add(Wakes.ANY_TAG);
        }
        tags.tags().forEach(tag -> queues.add(Wakes.activity(tag)));
        return queues.isEmpty() ? List.of(Wakes.TAGGED) : queues;
    }

    void close() {
        polls.close();
    }
}
