package dev.dormouse.wake;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One queue as those with one view see it: who waits, and when something becomes due. Guarded by the hub's lock. */
final class Topic {

    final String queue;
    final Object view;
    final DueTimes due = new DueTimes();
    private final List<Waiter> waiters = new ArrayList<>();
    /** Where the next search begins, so that parked waiters are woken in turn. */
    private int turn;

    Topic(String queue, Object view) {
        this.queue = queue;
        this.view = view;
    }

    void add(Waiter waiter) {
        waiters.add(waiter);
    }

    void remove(Waiter waiter) {
        waiters.remove(waiter);
    }

    boolean unused() {
        return waiters.isEmpty();
    }

    List<Waiter> waiters() {
        return waiters;
    }

    /**
     * Gives one token to one waiter that has none: a parked one if there is one, else one that is looking, since its look
     * may have begun too early. When all have a token already, all of them are going to look, and one more is of no use.
     */
    boolean offer(WakeReason reason, @Nullable Waiter except, long nowNanos) {
        Waiter looking = null;
        for (int i = 0; i < waiters.size(); i++) {
            int index = (turn + i) % waiters.size();
            Waiter waiter = waiters.get(index);
            if (waiter == except || !waiter.wantsToken()) {
                continue;
            }
            if (waiter.parked()) {
                turn = index + 1;
                waiter.give(reason, nowNanos);
                return true;
            }
            looking = looking == null ? waiter : looking;
        }
        if (looking != null) {
            looking.give(reason, nowNanos);
        }
        return looking != null;
    }
}
