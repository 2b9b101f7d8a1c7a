package dev.dormouse.jobs;

import dev.dormouse.wake.WakeHint;
import java.sql.Connection;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where jobs are kept. All verbs of a running job are fenced by its node and attempt. */
public interface JobStore {

    /** Adds the jobs in one transaction of the store's own; returns once it is committed. */
    List<Enqueued> enqueue(List<NewJob> jobs);

    /**
     * Adds one job, and once that is committed tells the nodes that sleep, all in one round trip.
     *
     * @param node the node that asks, which needs no telling
     */
    Enqueued enqueueAndAnnounce(NewJob job, long node);

    /** Adds the jobs and announces them, in one transaction: whoever sees the jobs has been told of them. */
    List<Enqueued> enqueueAnnounced(List<NewJob> jobs, Collection<WakeHint> hints);

    /** Adds the jobs in the caller's transaction: they exist if and when that commits. */
    List<Enqueued> enqueue(Connection connection, List<NewJob> jobs);

    /** Writes outcomes and claims new work, in one transaction and, if nothing failed, one round trip. */
    JobExchange exchange(ClaimRequest request, List<JobOutcome> outcomes);

    /** Gives back jobs that were claimed but not started: the attempt does not count. */
    void giveBack(List<ClaimedJob> jobs);

    /**
     * Gives back what the node holds in a queue beyond the known: claims whose answer was lost on the way, so that nobody
     * runs them, while the node's lease keeps them from everybody else. A claim still under way is waited for.
     */
    void giveBackUnknown(long node, String queue, List<String> kinds, List<Long> known);

    /** Completes a job in the caller's transaction. False if this node no longer holds it. */
    boolean complete(Connection connection, ClaimedJob job, byte @Nullable [] result);

    /** Records how far a running job has come. False if this node no longer holds it. */
    boolean progress(ClaimedJob job, double fraction, @Nullable String note);

    /** Ids of the jobs that this node holds and somebody asked to cancel. */
    List<Long> cancelRequested(long node);
}
