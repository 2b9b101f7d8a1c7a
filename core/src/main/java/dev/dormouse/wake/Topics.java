package dev.dormouse.wake;

import java.util.List;

/** The queues that one waiter waits for. Guarded by the hub's lock. */
record Topics(List<Topic> all) {

    /** What the waiter is called: its first queue. */
    String name() {
        return all.get(0).queue;
    }

    /** The earliest known due time in any of them. */
    long earliestDue() {
        long earliest = DueTimes.NONE;
        for (Topic topic : all) {
            earliest = Math.min(earliest, topic.due.earliest());
        }
        return earliest;
    }

    /** Whether something has become due; whoever asks goes to look. */
    boolean fire(long nowNanos) {
        boolean any = false;
        for (Topic topic : all) {
            if (topic.due.earliest() <= nowNanos) {
                topic.due.fired(nowNanos);
                any = true;
            }
        }
        return any;
    }

    /** Whoever looked may be busy when the time comes: those who wait beside it set their alarms, too. */
    void looked(long look, long dueNanos, Waiter looker) {
        for (Topic topic : all) {
            long before = topic.due.earliest();
            topic.due.looked(look, dueNanos);
            if (topic.due.earliest() < before) {
                topic.waiters().stream().filter(waiter -> waiter != looker).forEach(Waiter::alarmMoved);
            }
        }
    }

    /** Offers one token in each of them to another waiter. */
    void offer(WakeReason reason, Waiter except, long nowNanos) {
        all.forEach(topic -> topic.offer(reason, except, nowNanos));
    }
}
