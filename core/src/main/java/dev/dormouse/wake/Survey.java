package dev.dormouse.wake;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One cheap look at every queue of a node, in one statement: the node's fallback when no wake comes. */
@FunctionalInterface
public interface Survey {

    List<Finding> look(Collection<String> queues);

    /**
     * What was found in one queue.
     *
     * @param due something can be claimed now
     * @param nextDue how long until something else can be; null if nothing is known to come
     */
    record Finding(String queue, boolean due, @Nullable Duration nextDue) {}
}
