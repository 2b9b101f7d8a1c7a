package dev.dormouse.provider;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at instances and removes them. Thread-safe. */
public interface ProviderAdmin {

    /** Instances, newest first, from after the given one; see {@link InstanceInfo#position}. */
    List<InstanceInfo> list(InstanceQuery query);

    Optional<InstanceInfo> findInstance(String instance);

    /** Ascending. */
    List<ExecutionInfo> executions(String instance);

    List<StoredEvent> readHistory(String instance, long executionId);

    /** Direct children only. */
    List<String> children(String instance);

    /** The instance and everything it started as its child, itself first; empty if there is no such instance. */
    List<String> tree(String instance);

    /**
     * Removes instances with everything that belongs to them, all or none. Refused if a child of one of them is not among
     * them, or one of them still runs and {@code force} is not set.
     */
    Deleted delete(Collection<String> instances, Force force);

    /** Removes finished roots, with their trees, that match; those that still run are skipped. At most {@code limit} roots. */
    Deleted deleteFinished(InstanceFilter filter);

    /**
     * Removes old executions, never the current one and never one that runs. Refused for an unknown instance.
     *
     * @param keepLast how many to keep, the current one included; at least the current one always is
     * @param finishedFor only those that finished at least this long ago; null: however recent
     */
    Pruned prune(String instance, int keepLast, @Nullable Duration finishedFor);

    Pruned pruneAll(InstanceFilter filter, int keepLast, @Nullable Duration finishedFor);

    SystemMetrics metrics();

    QueueDepths queueDepths();

    /** Empty if there is no such instance. */
    Optional<InstanceStats> stats(String instance);

    /** Whether to remove what still runs. */
    enum Force {
        ONLY_FINISHED,
        ALSO_RUNNING
    }

    record Deleted(long instances, long executions, long events, long messages) {}

    record Pruned(long instances, long executions, long events) {}

    record SystemMetrics(long instances, long executions, long running, long completed, long failed, long events) {}

    /** What waits in the queues, not counting what is locked. */
    record QueueDepths(long turns, long messages, long work) {}

    record InstanceStats(long events, long historyBytes, long pendingMessages, long keys, long valueBytes) {}

    /**
     * Which instances to remove or prune; all conditions must hold.
     *
     * @param instances null: any
     * @param finishedFor finished at least this long ago; null: however recent
     */
    record InstanceFilter(
            @Nullable Collection<String> instances,
            @Nullable Duration finishedFor,
            int limit) {}

    /**
     * Which instances to list.
     *
     * @param status null: any
     * @param name null: any orchestration
     * @param after the position of the last one already seen; null: from the newest
     */
    record InstanceQuery(
            @Nullable ExecutionStatus status,
            @Nullable String name,
            @Nullable String after,
            int limit) {}
}
