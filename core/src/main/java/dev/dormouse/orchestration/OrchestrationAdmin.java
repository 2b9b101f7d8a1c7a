package dev.dormouse.orchestration;

import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.provider.ExecutionInfo;
import dev.dormouse.provider.InstanceInfo;
import dev.dormouse.provider.ProviderAdmin;
import dev.dormouse.provider.StoredEvent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at instances, and removes them. Thread-safe. */
public final class OrchestrationAdmin {

    private final ProviderAdmin admin;

    OrchestrationAdmin(ProviderAdmin admin) {
        this.admin = admin;
    }

    /** Instances, newest first. */
    public List<InstanceInfo> list(ProviderAdmin.InstanceQuery query) {
        return admin.list(query);
    }

    public Optional<InstanceInfo> instance(String id) {
        return admin.findInstance(id);
    }

    /** The executions of an instance, oldest first. */
    public List<ExecutionInfo> executions(String id) {
        return admin.executions(id);
    }

    /** What happened in the latest execution; empty if there is no such instance. */
    public List<Event> history(String id) {
        return admin.findInstance(id)
                .map(info -> history(id, info.executionId()))
                .orElseGet(List::of);
    }

    public List<Event> history(String id, long executionId) {
        return admin.readHistory(id, executionId).stream()
                .map(OrchestrationAdmin::event)
                .toList();
    }

    /** The instance and all that it started as its children, itself first. */
    public List<String> tree(String id) {
        return admin.tree(id);
    }

    /** Removes an instance that has ended, and its children with it. */
    public ProviderAdmin.Deleted delete(String id) {
        return delete(id, ProviderAdmin.Force.ONLY_FINISHED);
    }

    /** Removes an instance whether or not it has ended, and its children with it. Activities under way are not undone. */
    public ProviderAdmin.Deleted deleteEvenIfRunning(String id) {
        return delete(id, ProviderAdmin.Force.ALSO_RUNNING);
    }

    /** Removes ended instances that nobody started as a child, with their children. */
    public ProviderAdmin.Deleted deleteFinished(ProviderAdmin.InstanceFilter filter) {
        return admin.deleteFinished(filter);
    }

    /** Removes old executions of an instance that continued as new; the current one always stays. */
    public ProviderAdmin.Pruned prune(String id, int keepLast, @Nullable Duration finishedFor) {
        return admin.prune(id, keepLast, finishedFor);
    }

    public ProviderAdmin.Pruned pruneAll(
            ProviderAdmin.InstanceFilter filter, int keepLast, @Nullable Duration finishedFor) {
        return admin.pruneAll(filter, keepLast, finishedFor);
    }

    public ProviderAdmin.SystemMetrics metrics() {
        return admin.metrics();
    }

    public ProviderAdmin.QueueDepths queueDepths() {
        return admin.queueDepths();
    }

    /** How much an instance holds; empty if there is no such instance. */
    public Optional<ProviderAdmin.InstanceStats> stats(String id) {
        return admin.stats(id);
    }

    private ProviderAdmin.Deleted delete(String id, ProviderAdmin.Force force) {
        InstanceInfo info = admin.findInstance(id)
                .orElseThrow(() -> new IllegalArgumentException("there is no instance " + id + " to delete"));
        if (info.parent() != null) {
            throw new IllegalArgumentException(
                    "instance " + id + " is a child of " + info.parent() + " and goes with it: delete that one");
        }
        return admin.delete(admin.tree(id), force);
    }

    private static Event event(StoredEvent stored) {
        return Texts.readEvent(stored.eventId(), stored.body());
    }
}
