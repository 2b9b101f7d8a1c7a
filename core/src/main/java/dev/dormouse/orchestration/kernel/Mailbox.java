package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.kernel.Event.Carried;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Events and queue messages on their way to those who wait for them. */
final class Mailbox {

    private final Map<String, Deque<Leaf<?>>> eventWaits = new HashMap<>();
    private final Map<String, Deque<Leaf<?>>> queueWaits = new HashMap<>();
    private final Map<String, Deque<Kept>> queues = new HashMap<>();

    /** All messages of queues, in the order in which they came. */
    private final List<Kept> received = new ArrayList<>();

    /** One message; each is itself, however equal its data. */
    private static final class Kept {
        final Carried message;

        @Nullable
        Leaf<?> taker;

        Kept(Carried message) {
            this.message = message;
        }

        void handTo(Leaf<?> wait) {
            taker = wait;
            wait.complete(message.data());
        }

        boolean isLeft() {
            return taker == null || !taker.isTaken();
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
            first.handTo(wait);
        }
    }

    /** Goes to the first who waits; otherwise it is kept. */
    void received(Carried message) {
        Kept own = new Kept(message);
        received.add(own);
        Leaf<?> wait = firstWaiting(queueWaits.get(message.queue()));
        if (wait == null) {
            queues.computeIfAbsent(message.queue(), any -> new ArrayDeque<>()).add(own);
        } else {
            own.handTo(wait);
        }
    }

    /** What nobody took, and what was handed to somebody who never looked. */
    List<Carried> left() {
        return received.stream().filter(Kept::isLeft).map(each -> each.message).toList();
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
