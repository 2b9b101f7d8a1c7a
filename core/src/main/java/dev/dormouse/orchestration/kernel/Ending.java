package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.kernel.Event.Begin;
import dev.dormouse.orchestration.kernel.Event.Decided;
import dev.dormouse.orchestration.kernel.Event.Parent;
import dev.dormouse.orchestration.kernel.Event.Schedule;
import dev.dormouse.orchestration.kernel.Event.ScheduleCancelled;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the result of a turn: its last events, and what follows from all of them. */
final class Ending {

    private final TurnInput input;
    private final Ledger ledger;
    private final @Nullable Parent parent;
    private final List<Event> added;
    private final List<Letter> letters = new ArrayList<>();
    private List<Schedule> openWaits = List.of();
    private long lastId;

    /** The ledger knows all events up to those that arrived. */
    Ending(TurnInput input, Ledger ledger, List<Event> arrived) {
        this.input = input;
        this.ledger = ledger;
        this.added = new ArrayList<>(arrived);
        this.parent = parent(input, arrived);
        this.lastId = ledger.lastId();
    }

    /** Events get ids after this one at least: for histories that are not known to their end. */
    Ending after(long id) {
        lastId = Math.max(lastId, id);
        return this;
    }

    Ending decided(List<Decided> events) {
        events.forEach(this::add);
        return this;
    }

    /** Waits that the end cancels, too. */
    Ending openWaits(List<Schedule> waits) {
        openWaits = waits;
        return this;
    }

    /** What the history takes so far. */
    long bytes() {
        return Stream.concat(input.history().stream(), added.stream())
                .mapToLong(Event::bytes)
                .sum();
    }

    /** One that was cancelled does not wait for ever. */
    TurnResult waits() {
        if (added.stream().anyMatch(Event.CancelRequested.class::isInstance)) {
            letters.add(new Letter(
                    input.instance(),
                    new Message.CancelOverdue(input.executionId()),
                    input.limits().undoMax()));
        }
        return result(new End.Waits());
    }

    TurnResult completed(Payload output) {
        cancelInFlight("the orchestration completed");
        add(new Event.Completed(nextId(), at(), output));
        if (parent != null) {
            tell(parent, new Message.ChildCompleted(parent.executionId(), parent.schedule(), output));
        }
        return result(new End.Completed(output));
    }

    TurnResult failed(ErrorDetails error) {
        cancelInFlight("the orchestration failed");
        add(new Event.Failed(nextId(), at(), error));
        if (parent != null) {
            tell(parent, new Message.ChildFailed(parent.executionId(), parent.schedule(), error));
        }
        return result(new End.Failed(error));
    }

    TurnResult continuedAsNew(Begin next, @Nullable String version) {
        cancelInFlight("the orchestration continued as new");
        add(new Event.ContinuedAsNew(nextId(), at(), next.input(), version));
        letters.add(Letter.of(input.instance(), new Message.Continue(next, version)));
        return result(new End.ContinuedAsNew());
    }

    private void tell(Parent whom, Message message) {
        letters.add(Letter.of(whom.instance(), message));
    }

    private void cancelInFlight(String reason) {
        List<Schedule> inFlight =
                Stream.concat(ledger.inFlight().stream(), openWaits.stream()).toList();
        inFlight.forEach(schedule -> add(new ScheduleCancelled(nextId(), at(), schedule.id(), reason)));
    }

    private void add(Event event) {
        ledger.note(event);
        added.add(event);
        lastId = event.id();
    }

    private TurnResult result(End end) {
        return new Effects(input, ledger, added).result(letters, end);
    }

    private long nextId() {
        return lastId + 1;
    }

    private Instant at() {
        return input.moment().at();
    }

    private static @Nullable Parent parent(TurnInput input, List<Event> arrived) {
        List<Event> events = input.history().isEmpty() ? arrived : input.history();
        boolean known = !events.isEmpty() && events.get(0) instanceof Event.Started;
        return known ? ((Event.Started) events.get(0)).begin().parent() : null;
    }
}
