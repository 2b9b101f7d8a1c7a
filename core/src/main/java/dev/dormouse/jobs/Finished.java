package dev.dormouse.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Outcomes that wait to be written: whatever ends while one exchange is under way goes with the next. Handlers add, the
 * coordinator takes. Bounded by the slots, since every outcome was a slot's.
 */
final class Finished {

    private final ConcurrentLinkedDeque<JobOutcome> outcomes = new ConcurrentLinkedDeque<>();
    private final AtomicInteger count = new AtomicInteger();

    void add(JobOutcome outcome) {
        outcomes.addLast(outcome);
        count.incrementAndGet();
    }

    boolean isEmpty() {
        return count.get() == 0;
    }

    /** The jobs of which an outcome waits, among those that were claimed as this node. */
    List<Long> jobsOf(long node) {
        return outcomes.stream()
                .map(JobOutcome::job)
                .filter(job -> job.node() == node)
                .map(ClaimedJob::id)
                .toList();
    }

    List<JobOutcome> take(int max) {
        List<JobOutcome> taken = new ArrayList<>(Math.min(max, count.get()));
        for (JobOutcome outcome; taken.size() < max && (outcome = outcomes.pollFirst()) != null; ) {
            taken.add(outcome);
        }
        count.addAndGet(-taken.size());
        return taken;
    }

    /** They could not be written: they go first next time. */
    void putBack(List<JobOutcome> unwritten) {
        for (int i = unwritten.size() - 1; i >= 0; i--) {
            outcomes.addFirst(unwritten.get(i));
        }
        count.addAndGet(unwritten.size());
    }
}
