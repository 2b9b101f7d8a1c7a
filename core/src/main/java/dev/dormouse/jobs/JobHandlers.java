package dev.dormouse.jobs;

import dev.dormouse.text.Names;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What a node handles: a handler per kind, and how much of each queue it takes at a time. Not thread-safe. */
public final class JobHandlers {

    public static final int DEFAULT_CONCURRENCY = 16;

    private final Map<String, Map<String, Registration<?>>> byQueue = new TreeMap<>();
    private final Map<String, Integer> concurrency = new HashMap<>();

    /** Handles a kind, in the queue that it names. */
    public <T> void add(JobKind<T> kind, JobHandler<T> handler) {
        add(kind, kind.queue(), handler);
    }

    /** Handles a kind in another queue too, for jobs that were sent there. */
    public <T> void add(JobKind<T> kind, String queue, JobHandler<T> handler) {
        Names.name("queue", queue);
        Registration<?> before = byQueue.computeIfAbsent(queue, name -> new HashMap<>())
                .putIfAbsent(kind.name(), new Registration<>(kind, handler));
        if (before != null) {
            throw new IllegalArgumentException(
                    "kind " + kind.name() + " in queue " + queue + " has a handler already: register each kind once");
        }
    }

    /** How many jobs of a queue this node runs at a time. */
    public void concurrency(String queue, int jobs) {
        Names.name("queue", queue);
        if (jobs < 1 || jobs > 10_000) {
            throw new IllegalArgumentException("concurrency of queue " + queue + " must be 1 to 10000: " + jobs);
        }
        concurrency.put(queue, jobs);
    }

    public boolean isEmpty() {
        return byQueue.isEmpty();
    }

    Map<String, Map<String, Registration<?>>> byQueue() {
        return byQueue;
    }

    int concurrency(String queue) {
        return concurrency.getOrDefault(queue, DEFAULT_CONCURRENCY);
    }
}
