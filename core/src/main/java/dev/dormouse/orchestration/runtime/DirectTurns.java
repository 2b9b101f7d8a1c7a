package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.runtime.ActivityEnds.Done;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the next turn of an instance at once when an activity ends on the node that knows the instance's history: no
 * completion is stored for it and nothing is fetched, and one transaction takes the activity off and commits the turn. Thread-safe.
 *
 * <p>Nobody is kept from the instance meanwhile. If somebody else had it first, or has a message for it, the commit is refused
 * and the activity's end goes the usual way. What ends during a turn of the same instance waits for the next.
 */
final class DirectTurns implements Turns.Directly {

    private static final Logger log = LoggerFactory.getLogger(DirectTurns.class);

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
        Turn turn = turn(history, List.of(done));
        if (turn == null) {
            endOf(done.instance()).forEach(activities::ended);
            return false;
        }
        turns.run(turn, done.run()::vacate);
        turns.writeNow();
        return true;
    }

    @Override
    public void committed(Turn turn) {
        turn.ended.forEach(activities::taken);
        List<Done> waiting = waiting(turn.instance());
        if (!waiting.isEmpty() && !begun(waiting)) {
            giveBack(turn.instance(), waiting);
        }
    }

    /** What the next turn is to be about; empty: there is none. */
    private synchronized List<Done> waiting(String instance) {
        List<Done> waiting = ended.getOrDefault(instance, List.of());
        if (waiting.isEmpty()) {
            ended.remove(instance);
        } else {
            ended.put(instance, new ArrayList<>());
        }
        return waiting;
    }

    private boolean begun(List<Done> about) {
        Done first = about.get(0);
        History history = turns.histories.look(first.instance(), first.executionId());
        Turn next = history == null ? null : turn(history, about);
        return next != null && inSlotOfItsOwn.test(next);
    }

    @Override
    public void refused(Turn turn) {
        giveBack(turn.instance(), turn.ended);
    }

    private void giveBack(String instance, List<Done> about) {
        List<Done> since = endOf(instance);
        about.forEach(activities::ended);
        since.forEach(activities::ended);
    }

    /** No direct turn is under way any more; what has ended since it began. */
    private synchronized List<Done> endOf(String instance) {
        List<Done> since = ended.remove(instance);
        return since == null ? List.of() : since;
    }

    /** Null if the provider does not tell the time. */
    private @Nullable Turn turn(History history, List<Done> about) {
        Instant now;
        try {
            now = turns.parts.provider().now();
        } catch (ProviderException e) {
            log.debug("instance={} cannot have a direct turn now", about.get(0).instance(), e);
            return null;
        }
        Event.Started started = history.started();
        turns.parts.observer().historyKnown();
        TurnItem item = new TurnItem(
                TurnLock.none(about.get(0).instance()),
                started.begin().name(),
                started.version(),
                history.incarnation(),
                history.executionId(),
                1,
                now,
                history.lastEventId(),
                List.of(),
                List.of(),
                history.values());
        return Turn.direct(item, history, about, this);
    }
}
