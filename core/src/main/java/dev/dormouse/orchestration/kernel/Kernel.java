package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import java.util.ArrayList;
import java.util.List;

/** Replays orchestrations: history and messages in, decisions out. Keeps nothing, so any thread may use it. */
public final class Kernel {

    private Kernel() {}

    /**
     * Runs one turn on the calling thread. Whatever the code does, there is a result; only a turn that was stopped from
     * outside has none.
     *
     * @throws TurnInterruptedError if the turn has to be run again
     */
    public static TurnResult run(TurnInput input, Body body, TurnPorts ports) {
        Ledger ledger = new Ledger();
        try {
            for (Event event : input.history()) {
                ledger.add(event);
            }
            return ledger.last() instanceof Event.Terminal last
                    ? TurnResult.nothing(endOf(last))
                    : run(input, body, ports, ledger);
        } catch (Ledger.CorruptedException e) {
            return end(input, 0, corrupted(input, e));
        }
    }

    /**
     * Ends an orchestration without running its code: in-flight work is cancelled and the parent told, as far as the
     * history is known. One that has ended stays as it is.
     *
     * @param lastEventId what the provider says; the history may be empty because it cannot be read
     */
    public static TurnResult fail(TurnInput input, long lastEventId, ErrorDetails error) {
        List<Event> history = input.history();
        if (!history.isEmpty() && history.get(history.size() - 1) instanceof Event.Terminal last) {
            return TurnResult.nothing(endOf(last));
        }
        return end(input, lastEventId, error);
    }

    private static TurnResult end(TurnInput input, long lastEventId, ErrorDetails error) {
        List<Event> history = input.history();
        long lastId = history.stream().mapToLong(Event::id).reduce(lastEventId, Math::max);
        Ledger ledger = new Ledger();
        List<Event> arrived = List.of();
        try {
            for (Event event : history) {
                ledger.add(event);
            }
            arrived = lastId == 0 ? start(input, ledger) : arrived;
        } catch (Ledger.CorruptedException e) {
            // what the events before it say is all that is known
        }
        return new Ending(input, ledger, arrived).after(lastId).failed(error);
    }

    private static TurnResult run(TurnInput input, Body body, TurnPorts ports, Ledger ledger)
            throws Ledger.CorruptedException {
        Inbox inbox = new Inbox(input, ledger);
        inbox.begin();
        Message.Answer stray = inbox.receive();
        Ending ending = new Ending(input, ledger, inbox.events());
        if (stray != null) {
            return ending.failed(Nondeterminism.unknownSchedule(input, stray));
        }
        List<Event> events = new ArrayList<>(input.history());
        events.addAll(inbox.events());
        return new Execution(new Turn(input, ports, events, input.history().size()), ending).run(body);
    }

    private static List<Event> start(TurnInput input, Ledger ledger) throws Ledger.CorruptedException {
        if (TurnPlan.beginning(input.executionId(), input.messages()).isEmpty()) {
            return List.of();
        }
        Inbox inbox = new Inbox(input, ledger);
        inbox.begin();
        return inbox.events();
    }

    private static Configuration corrupted(TurnInput input, Ledger.CorruptedException e) {
        return new Configuration(
                Configuration.Kind.CORRUPTED,
                input.instance(),
                "the history of execution " + input.executionId() + " contradicts itself: " + e.getMessage());
    }

    private static End endOf(Event.Terminal last) {
        if (last instanceof Event.Completed completed) {
            return new End.Completed(completed.output());
        }
        return last instanceof Event.Failed failed ? new End.Failed(failed.error()) : new End.ContinuedAsNew();
    }
}
