package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.kernel.Event.Started;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes events of messages, leaving out those that say nothing new. */
final class Inbox {

    private final TurnInput input;
    private final Ledger ledger;
    private final List<Event> events = new ArrayList<>();

    Inbox(TurnInput input, Ledger ledger) {
        this.input = input;
        this.ledger = ledger;
    }

    /** What came in, as events. */
    List<Event> events() {
        return events;
    }

    /** The start, if this is the first turn; the other starts are of no account. */
    void begin() throws Ledger.CorruptedException {
        if (!input.history().isEmpty()) {
            return;
        }
        Message.Beginning start = TurnPlan.beginning(input.executionId(), input.messages())
                .orElseThrow(() -> new IllegalArgumentException(
                        "nothing starts " + input.instance() + ": neither its history nor a message"));
        add(new Started(
                nextId(),
                at(),
                start.begin(),
                input.execution().version(),
                input.moment().seed()));
    }

    /** Everything else. Returns the first answer that belongs to nothing, or null; then the rest is left out. */
    Message.@org.jspecify.annotations.Nullable Answer receive() throws Ledger.CorruptedException {
        for (Message message : input.messages()) {
            if (message instanceof Message.Answer answer && fits(answer) && !known(answer)) {
                return answer;
            }
            if (message instanceof Message.Arrival arrival && isNews(arrival)) {
                add(arrival.asEvent(nextId(), at()));
            }
        }
        return null;
    }

    private boolean isNews(Message.Arrival message) {
        if (message instanceof Message.Answer answer) {
            return fits(answer) && ledger.open(answer.schedule());
        }
        return !(message instanceof Message.Cancel) || !ledger.cancelRequested();
    }

    private boolean fits(Message.Answer answer) {
        return answer.executionId() == input.executionId();
    }

    private boolean known(Message.Answer answer) {
        return Ledger.answers(answer.asEvent(0, at()), ledger.schedule(answer.schedule()));
    }

    private void add(Event event) throws Ledger.CorruptedException {
        ledger.add(event);
        events.add(event);
    }

    private long nextId() {
        return ledger.lastId() + 1;
    }

    private Instant at() {
        return input.moment().at();
    }
}
