package dev.dormouse.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What is in hand for one route. Guarded by the backlog's lock. */
final class RouteLines {

    private static final int KNOWN_MIN = 500;
    private static final int KNOWN_MAX = 4000;
    static final long BYTES_MAX = 32 << 20;

    final Route route;
    /** Lines of which a batch can be made now. */
    final ArrayDeque<Line> ready = new ArrayDeque<>();
    /** Messages without a key. */
    final ArrayDeque<StoredMessage> loose = new ArrayDeque<>();

    int underWay;
    /** Messages and bytes in hand, from when they are read until their outcomes are written. */
    int known;

    long bytes;
    private final int knownMax;
    private boolean looseNext;

    RouteLines(Route route) {
        this.route = route;
        int calls = route.settings().concurrency() * route.settings().batchSize();
        this.knownMax = Math.max(KNOWN_MIN, Math.min(KNOWN_MAX, 2 * calls));
    }

    /** How many more messages it can take. There is little point in a few at a time: a quarter must be free. */
    int room(int writing) {
        int free = knownMax - known + writing;
        return free >= knownMax / 4 && bytes < BYTES_MAX / 4 * 3 ? free : 0;
    }

    boolean hasWork() {
        return underWay < route.settings().concurrency() && !(ready.isEmpty() && loose.isEmpty());
    }

    /** The next batch; there must be one. Messages with and without keys take turns. */
    Batch take(Backlog backlog, long nowNanos) {
        underWay++;
        looseNext = !looseNext;
        if (ready.isEmpty() || (looseNext && !loose.isEmpty())) {
            return new Batch(backlog, this, null, head(loose, fairShare()));
        }
        Line line = Objects.requireNonNull(ready.poll());
        line.busy = true;
        line.busySinceNanos = nowNanos;
        return new Batch(backlog, this, line, head(line.queued, route.settings().batchSize()));
    }

    /** Few messages are spread over the calls that can be made at a time; many are given in full batches. */
    private int fairShare() {
        RouteSettings settings = route.settings();
        int share = (loose.size() + settings.concurrency() - 1) / settings.concurrency();
        return Math.max(1, Math.min(share, settings.batchSize()));
    }

    /** One that failed before goes alone, so that it can spoil no other's delivery. */
    private static List<StoredMessage> head(ArrayDeque<StoredMessage> queue, int max) {
        List<StoredMessage> head = new ArrayList<>(Math.min(max, queue.size()));
        while (head.size() < max && !queue.isEmpty()) {
            boolean alone = goesAlone(queue.peek());
            if (alone && !head.isEmpty()) {
                break;
            }
            head.add(queue.poll());
            if (alone) {
                break;
            }
        }
        return head;
    }

    private static boolean goesAlone(StoredMessage message) {
        return message.message().attempt() > 1 || message.suspicion() == Suspicion.LOST;
    }
}
