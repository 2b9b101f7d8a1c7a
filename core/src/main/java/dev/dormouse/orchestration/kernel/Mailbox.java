package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.kernel.Event.Carried;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Events and queue messages on their way to those who wait for them. */
final class Mailbox {

    private final Map<String, Deque<Leaf<?>>> eventWaits = new HashMap<>();
    private final Map<String, Deque<Leaf<?>>> queueWaits = new HashMap<>();
    private final Map<String, Deque<Kept>> queues = new HashMap<>();

    /** What nobody took yet, in the order in which it came. */
    private final Set<Kept> kept = new LinkedHashSet<>();

    /** One message; each is itself, however equal its data. */
    private static final class Kept {
        final Carried message;

        Kept(Carried message) {
            this.message = message;
        }
    }

    void waitForEvent(String name, Leaf<?> wait) {
        eventWaits.computeIfAbsent(name, any -> new ArrayDeque<>()).add(wait);
    }

    /** Goes to the first who waits; otherwise it is not delivered. */
    void raised(String name, Payload data) {
        Leaf<?> wait = firstWaiting(eventWaits.get(name));
        if (wait != null) {
            wait.complete(data);
        }
    }

    void waitForMessage(String queue, Leaf<?> wait) {
        Kept first = queues.computeIfAbsent(queue, any -> new ArrayDeque<>()).poll();
        if (first == null) {
            queueWaits.computeIfAbsent(queue, any -> new ArrayDeque<>()).add(wait);
        } else {
            kept.remove(first);
            wait.complete(first.message.data());
        }
    }

    /** Goes to the first who waits; otherwise it is kept. */
    void received(Carried message) {
        Leaf<?> wait = firstWaiting(queueWaits.get(message.queue()));
        if (wait != null) {
            wait.complete(message.data());
            return;
        }
        Kept own = new Kept(message);
        queues.computeIfAbsent(message.queue(), any -> new ArrayDeque<>()).add(own);
        kept.add(own);
    }

    List<Carried> left() {
        return kept.stream().map(each -> each.message).toList();
    }

    private static @Nullable Leaf<?> firstWaiting(@Nullable Deque<Leaf<?>> waits) {
        if (waits == null) {
            return null;
        }
        Leaf<?> first = waits.poll();
        while (first != null && first.settled()) {
            first = waits.poll();
        }
        return first;
    }
}
