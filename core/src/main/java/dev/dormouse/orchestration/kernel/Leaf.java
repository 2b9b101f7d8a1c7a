package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ActivityFailedException;
import dev.dormouse.orchestration.ChildFailedException;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.kernel.Event.ActivityScheduled;
import dev.dormouse.orchestration.kernel.Event.ChildScheduled;
import dev.dormouse.orchestration.kernel.Event.Schedule;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Something that one event schedules and that comes from outside. */
final class Leaf<T> extends Promise<T> implements Emission {

    private final Proposal proposal;
    private final Function<Payload, ? extends T> reading;
    private @Nullable Schedule event;
    private @Nullable Application error;
    private boolean taken;

    /** The event for an id. */
    interface Proposal {
        Schedule at(long id, Instant at);
    }

    Leaf(Turn turn, Proposal proposal, Function<Payload, ? extends T> reading) {
        super(turn);
        this.proposal = proposal;
        this.reading = reading;
    }

    @Override
    public Event.Decided propose(long id, Instant at) {
        return proposal.at(id, at);
    }

    @Override
    public void bound(Event.Decided decided) {
        event = (Schedule) decided;
        turn.bound(decided.id(), this);
    }

    /** The event that scheduled it. Decisions get their events in order, so one that builds on this comes later. */
    Schedule event() {
        if (event == null) {
            throw new IllegalStateException("it has no event yet");
        }
        return event;
    }

    @Override
    void taken() {
        taken = true;
    }

    /** Whether the code has seen what came of it. */
    boolean isTaken() {
        return taken;
    }

    /** How it failed; null if it did not. */
    @Nullable
    Application error() {
        return error;
    }

    void complete(Payload result) {
        turn.noLongerPending(this);
        settle(() -> reading.apply(result));
    }

    void fail(Application details) {
        error = details;
        turn.noLongerPending(this);
        settle(() -> {
            throw failure(details);
        });
    }

    @Override
    void withdraw(Withdrawal why) {
        if (settled()) {
            return;
        }
        turn.noLongerPending(this);
        turn.emit((id, at) -> new Event.ScheduleCancelled(id, at, event().id(), why.reason()));
        settleAsCancelled(why.error());
    }

    private RuntimeException failure(Application details) {
        if (event() instanceof ChildScheduled child) {
            return new ChildFailedException(child.name(), child.instance(), details);
        }
        return new ActivityFailedException(((ActivityScheduled) event()).name(), details);
    }
}
