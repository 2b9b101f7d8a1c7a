package dev.dormouse.orchestration.runtime;

import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.WorkItem;
import dev.dormouse.provider.WorkLock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * Begins the activities of a turn on the node of the turn, as soon as that is committed and without a fetch. Thread-safe.
 *
 * <p>Slots are set aside before the commit and the work is put in as this node's own. If the node dies in between, the lease
 * ends and others take the work, as with any other.
 */
final class EagerStarts {

    /** Where activities run. */
    interface Slots {

        int reserve(int max);

        void release(int reserved);

        /** Runs work that this node holds, in a reserved slot. */
        void run(WorkItem item);
    }

    /** Every activity goes through the queue. */
    static final EagerStarts NONE = new EagerStarts(work -> false, Duration.ofSeconds(1), new Slots() {
        @Override
        public int reserve(int max) {
            return 0;
        }

        @Override
        public void release(int reserved) {}

        @Override
        public void run(WorkItem item) {
            throw new IllegalStateException("no slot was reserved for " + item);
        }
    });

    private final Predicate<NewWork> servedHere;
    private final Duration lockTimeout;
    private final Slots slots;

    EagerStarts(Predicate<NewWork> servedHere, Duration lockTimeout, Slots slots) {
        this.servedHere = servedHere;
        this.lockTimeout = lockTimeout;
        this.slots = slots;
    }

    /** The same work, with as much of it leased to this node as it has free slots for. */
    List<NewWork> lease(List<NewWork> work) {
        int suitable = (int) work.stream().filter(servedHere).count();
        int left = suitable == 0 ? 0 : slots.reserve(suitable);
        List<NewWork> leased = new ArrayList<>(work.size());
        for (NewWork each : work) {
            boolean mine = left > 0 && servedHere.test(each);
            left -= mine ? 1 : 0;
            leased.add(mine ? each.withLease(new NewWork.Lease(token(), lockTimeout)) : each);
        }
        return leased;
    }

    void committed(List<WorkItem> items) {
        items.forEach(slots::run);
    }

    void notCommitted(List<WorkItem> items) {
        if (!items.isEmpty()) {
            slots.release(items.size());
        }
    }

    /** As it would have been fetched. */
    static WorkItem item(NewWork work, NewWork.Lease lease) {
        return new WorkItem(
                new WorkLock(work.instance(), work.key(), lease.token()),
                work.name(),
                work.body(),
                work.session(),
                work.tag(),
                1);
    }

    /** As random as a fence among few must be. */
    private static long token() {
        return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    }
}
