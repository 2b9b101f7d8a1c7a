package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.OrchestrationCancelledException;
import dev.dormouse.orchestration.OrchestrationLogger.Level;
import dev.dormouse.orchestration.kernel.Event.Carried;
import dev.dormouse.orchestration.kernel.Event.Completion;
import dev.dormouse.orchestration.kernel.Event.Decided;
import dev.dormouse.orchestration.kernel.Event.Started;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One turn under way: the events, the cursor that walks over them while the code awaits, and the decisions that have no event
 * yet.
 */
final class Turn {

    final TurnInput input;
    final TurnPorts ports;
    final Started started;
    final Mailbox mailbox = new Mailbox();

    private final List<Event> events;
    private final int persisted;
    private final Deque<Emission> emitted = new ArrayDeque<>();
    private final Map<Long, Leaf<?>> scheduled = new HashMap<>();
    private final Set<Leaf<?>> pending = new LinkedHashSet<>();

    private int cursor;
    private long bytes;
    private Instant now;
    private @Nullable Error ended;
    private @Nullable ErrorDetails aborted;
    private @Nullable String cancelReason;
    private Outcome.@Nullable Continued continued;

    /** Events that begin with {@link Started}; all from {@code persisted} on are this turn's own. */
    Turn(TurnInput input, TurnPorts ports, List<Event> events, int persisted) {
        this.input = input;
        this.ports = ports;
        this.events = events;
        this.persisted = persisted;
        this.started = (Started) events.get(0);
        this.now = started.at();
        passed(started);
        started.begin().carried().forEach(mailbox::received);
    }

    // What the code may do.

    /** Every use of the context comes by here: once the turn has ended, nothing can be decided any more. */
    void check() {
        if (ended != null) {
            throw ended;
        }
        try {
            ports.check();
        } catch (TurnInterruptedError e) {
            ended = e;
            throw e;
        }
    }

    /** Walks until the future is settled; unwinds the code if the events do not suffice. */
    void await(Promise<?> promise) {
        check();
        while (!promise.settled()) {
            if (cursor == events.size()) {
                throw unwind("nothing more is known");
            }
            step();
        }
    }

    void emit(Emission decision) {
        emitted.add(decision);
    }

    /** Emits a decision that waits for something. */
    <T> Leaf<T> schedule(Leaf<T> leaf) {
        pending.add(leaf);
        emit(leaf);
        return leaf;
    }

    @SuppressWarnings("NullAway") // a timer's result is null
    Leaf<Void> timer(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("the delay of a timer must not be negative: " + delay);
        }
        return schedule(new Leaf<>(this, (id, at) -> new Event.TimerCreated(id, at, delay), fired -> null));
    }

    Error unwind(String why) {
        ended = new Unwinding(why);
        return ended;
    }

    /** Ends the orchestration from within: what this turn decided so far is dropped. */
    Error abort(ErrorDetails error) {
        aborted = error;
        return unwind(error.message());
    }

    Error continueAsNew(Outcome.Continued how) {
        continued = how;
        return unwind(how.describe());
    }

    Error abortLimit(String message) {
        return abort(new Configuration(Configuration.Kind.LIMIT_EXCEEDED, input.instance(), message));
    }

    void log(Level level, String message, Object... args) {
        if (!replaying() && ended == null) {
            ports.logger().log(level, message, args);
        }
    }

    boolean replaying() {
        return cursor < persisted;
    }

    Instant now() {
        return now;
    }

    long historyBytes() {
        return bytes;
    }

    // What futures tell.

    void bound(long id, Leaf<?> leaf) {
        scheduled.put(id, leaf);
    }

    void noLongerPending(Leaf<?> leaf) {
        pending.remove(leaf);
    }

    // What is left when the code has ended.

    /** How the code ended, given how it seemed to: once unwinding began, what it returns or throws is of no account. */
    Outcome outcome(Outcome apparent) {
        if (ended instanceof TurnInterruptedError) {
            throw ended;
        }
        ports.check();
        if (continued != null) {
            return continued;
        }
        Outcome outcome = ended == null ? apparent : new Outcome.Waits();
        ended = new Unwinding("the turn of " + input.instance() + " is over");
        return outcome;
    }

    @Nullable
    ErrorDetails aborted() {
        return aborted;
    }

    /** Why it is cancelled, counting what came and was not awaited any more; null if it is not. */
    @Nullable
    String cancelReason() {
        for (int i = cursor; i < events.size() && cancelReason == null; i++) {
            if (events.get(i) instanceof Event.CancelRequested cancel) {
                cancelReason = cancel.reason();
            }
        }
        return cancelReason;
    }

    /** The event at which the history goes on although the code has ended; null if all is well. */
    @Nullable
    Event unexplained() {
        return cursor < persisted ? events.get(cursor) : null;
    }

    /** Queue messages that nobody took, counting those that came and were not awaited any more. */
    List<Carried> carried() {
        List<Carried> all = new ArrayList<>(mailbox.left());
        for (Event event : events.subList(cursor, events.size())) {
            if (event instanceof Event.QueueReceived message) {
                all.add(new Carried(message.name(), message.data()));
            }
        }
        return all;
    }

    /** Makes events of the decisions that have none. */
    List<Decided> flush() {
        List<Decided> decided = new ArrayList<>(emitted.size());
        long id = events.size();
        for (Emission next = emitted.poll(); next != null; next = emitted.poll()) {
            id++;
            Decided event = next.propose(id, input.moment().at());
            next.bound(event);
            decided.add(event);
        }
        return decided;
    }

    /** Waits for events and messages that never ended. */
    List<Event.Schedule> openWaits() {
        return pending.stream()
                .map(Leaf::event)
                .filter(event -> event instanceof Event.EventAwaited || event instanceof Event.QueueAwaited)
                .toList();
    }

    // The walk.

    private void step() {
        Event event = events.get(cursor);
        passed(event);
        if (event instanceof Decided decided) {
            match(decided);
        } else if (event instanceof Completion completion) {
            now = event.at();
            answer(completion);
        } else {
            now = event.at();
            arrived(event);
        }
    }

    private void passed(Event event) {
        cursor++;
        bytes += event.bytes();
    }

    private void match(Decided recorded) {
        Emission head = emitted.poll();
        if (head == null) {
            throw abort(Nondeterminism.nothingDecided(input, recorded));
        }
        Decided proposed = head.propose(recorded.id(), recorded.at());
        if (!recorded.sameAs(proposed)) {
            throw abort(Nondeterminism.decidedOtherwise(input, recorded, proposed));
        }
        head.bound(recorded);
    }

    /** An answer to something that the code has cancelled meanwhile finds nobody. */
    private void answer(Completion event) {
        Leaf<?> leaf = scheduled.remove(event.schedule());
        if (leaf == null || leaf.settled()) {
            return;
        }
        if (event instanceof Event.ActivityFailed failed) {
            fail(leaf, failed.error());
        } else if (event instanceof Event.ChildFailed failed) {
            fail(leaf, failed.error());
        } else if (event instanceof Event.ActivityCompleted completed) {
            leaf.complete(completed.result());
        } else if (event instanceof Event.ChildCompleted completed) {
            leaf.complete(completed.result());
        } else {
            leaf.complete(Payload.EMPTY);
        }
    }

    private void fail(Leaf<?> leaf, ErrorDetails error) {
        if (!(error instanceof Application own)) {
            throw abort(error);
        }
        leaf.fail(own);
    }

    private void arrived(Event event) {
        if (event instanceof Event.EventRaised raised) {
            mailbox.raised(raised.name(), raised.data());
        } else if (event instanceof Event.QueueReceived message) {
            mailbox.received(new Carried(message.name(), message.data()));
        } else if (event instanceof Event.CancelRequested cancel) {
            cancelReason = cancel.reason();
            Withdrawal why = Withdrawal.ofOrchestration(cancel.reason());
            List.copyOf(pending).forEach(leaf -> leaf.withdraw(why));
            throw new OrchestrationCancelledException(cancel.reason());
        }
    }
}
