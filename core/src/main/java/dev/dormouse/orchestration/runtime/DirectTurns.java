package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.runtime.ActivityQueue.Done;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes the next turn of an instance at once when an activity ends on the node that knows the instance's history: no
 * completion is stored for it and nothing is fetched, and one transaction takes the activity off and commits the turn. Thread-safe.
 *
 * <p>Nobody is kept from the instance meanwhile. If somebody else had it first, or has a message for it, the commit is refused
 * and the activity's end goes the usual way. What ends during a turn of the same instance waits for the next.
 */
final class DirectTurns implements Turns.Directly {

    private final Turns turns;
    private final ActivityQueue activities;
    private final Predicate<Turn> inSlotOfItsOwn;

    /** By instance: what has ended since its direct turn began. Guarded by this. */
    private final Map<String, List<Done>> ended = new HashMap<>();

    /** @param inSlotOfItsOwn begins a turn in another thread; false if there is no slot for it */
    DirectTurns(Turns turns, ActivityQueue activities, Predicate<Turn> inSlotOfItsOwn) {
        this.turns = turns;
        this.activities = activities;
        this.inSlotOfItsOwn = inSlotOfItsOwn;
    }

    /** Takes the turn on the caller's thread, in the activity's slot. False if the end must go the usual way. */
    boolean take(Done done) {
        History history;
        synchronized (this) {
            List<Done> waiting = ended.get(done.instance());
            if (waiting != null) {
                return waiting.add(done);
            }
            history = turns.histories.look(done.instance(), done.executionId());
            if (history == null) {
                return false;
            }
            ended.put(done.instance(), new ArrayList<>());
        }
        turns.run(turn(history, List.of(done)), done.run()::vacate);
        turns.writeNow();
        return true;
    }

    @Override
    public void committed(Turn turn) {
        turn.ended.forEach(activities::taken);
        Turn next = next(turn.instance());
        if (next != null && !inSlotOfItsOwn.test(next)) {
            refused(next);
        }
    }

    private synchronized @Nullable Turn next(String instance) {
        List<Done> waiting = ended.getOrDefault(instance, List.of());
        History history = waiting.isEmpty()
                ? null
                : turns.histories.look(instance, waiting.get(0).executionId());
        if (history == null) {
            ended.remove(instance);
            waiting.forEach(activities::ended);
            return null;
        }
        ended.put(instance, new ArrayList<>());
        return turn(history, waiting);
    }

    @Override
    public void refused(Turn turn) {
        List<Done> since;
        synchronized (this) {
            since = ended.remove(turn.instance());
        }
        turn.ended.forEach(activities::ended);
        if (since != null) {
            since.forEach(activities::ended);
        }
    }

    private Turn turn(History history, List<Done> about) {
        Event.Started started = history.started();
        turns.parts.observer().historyKnown();
        TurnItem item = new TurnItem(
                TurnLock.none(about.get(0).instance()),
                started.begin().name(),
                started.version(),
                history.incarnation(),
                history.executionId(),
                1,
                turns.parts.provider().now(),
                history.lastEventId(),
                List.of(),
                List.of(),
                history.values());
        return Turn.direct(item, history, about, this);
    }
}
