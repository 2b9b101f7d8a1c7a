package dev.dormouse.sink.redis;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The messages of a batch that are still to be sent, one lane for each message key. Used by one thread.
 *
 * <p>Of each lane as many are taken at once as go to the same Redis key; the rest waits for how these fare.
 */
final class Lanes {

    private final Plan plan;
    private final Map<UUID, Delivery> answers;
    private final Deque<Step> unordered = new ArrayDeque<>();
    private final Map<String, Deque<Step>> ordered = new LinkedHashMap<>();

    Lanes(Plan plan, List<OutboxMessage> batch, Map<UUID, Delivery> answers) {
        this.plan = plan;
        this.answers = answers;
        for (OutboxMessage message : batch) {
            String key = message.key();
            Deque<Step> lane = key == null ? unordered : ordered.computeIfAbsent(key, absent -> new ArrayDeque<>());
            lane.add(Step.of(plan, message));
        }
    }

    /** What can be sent now; empty when nothing is left. */
    List<Call> next() {
        List<Call> calls = new ArrayList<>(nextUnordered());
        for (Deque<Step> lane : ordered.values()) {
            settle(lane);
            Step first = lane.peek();
            if (first != null && first.change() != null) {
                calls.add(nextOf(lane, first.change()));
            }
        }
        return calls;
    }

    /** Leaves the messages behind one that was not delivered for another time. */
    void giveUp(String key) {
        ordered.remove(key);
    }

    private Collection<Call> nextUnordered() {
        Map<String, Call> calls = new LinkedHashMap<>();
        for (Step step : unordered) {
            Change change = step.change();
            if (change == null) {
                answers.put(step.message().id(), step.answer());
            } else {
                calls.computeIfAbsent(change.key(), key -> new Call(plan, false, key))
                        .add(step.message(), change);
            }
        }
        unordered.clear();
        return calls.values();
    }

    /** Answers for the messages in front for which nothing is sent; only now, because those before them are delivered. */
    private void settle(Deque<Step> lane) {
        while (!lane.isEmpty() && lane.element().change() == null) {
            Step step = lane.remove();
            answers.put(step.message().id(), step.answer());
            if (!(step.answer() instanceof Delivery.Delivered)) {
                lane.clear();
            }
        }
    }

    private Call nextOf(Deque<Step> lane, Change first) {
        Call call = new Call(plan, true, first.key());
        while (!lane.isEmpty() && lane.element().goesTo(first.key())) {
            lane.remove().addTo(call);
        }
        return call;
    }
}
