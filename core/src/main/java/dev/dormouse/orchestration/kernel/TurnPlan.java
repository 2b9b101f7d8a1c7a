package dev.dormouse.orchestration.kernel;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What to do with what was fetched for an instance, before its code is looked up. */
public sealed interface TurnPlan {

    /**
     * Run a turn.
     *
     * @param executionId one more than before if the instance continued as new
     * @param history of that execution
     * @param name the orchestration
     * @param version pinned or asked for; null: the policy decides
     */
    record Run(
            long executionId,
            List<Event> history,
            String name,
            @Nullable String version,
            boolean first) implements TurnPlan {

        public Run {
            history = List.copyOf(history);
        }
    }

    /** The instance has ended: its messages are of no use to anybody. */
    record Ended() implements TurnPlan {}

    /** The history does not say what was started: {@link Kernel#fail} the instance. */
    record Corrupted(String message) implements TurnPlan {}

    /** Nothing among the messages begins the execution: they have to wait for what does. */
    record Unstarted() implements TurnPlan {}

    /** Looks at what was fetched: the current execution, its history, the messages. */
    static TurnPlan of(long executionId, List<Event> history, List<Message> messages) {
        if (history.isEmpty()) {
            return begin(executionId, messages);
        }
        Event last = history.get(history.size() - 1);
        if (last instanceof Event.ContinuedAsNew) {
            return begin(executionId + 1, messages);
        }
        if (last instanceof Event.Terminal) {
            return new Ended();
        }
        return history.get(0) instanceof Event.Started started
                ? new Run(executionId, history, started.begin().name(), started.version(), false)
                : new Corrupted("the history begins with event "
                        + history.get(0).id() + ": " + history.get(0).describe());
    }

    /** The message that begins an execution: the first one, since others cannot. */
    static Optional<Message.Beginning> beginning(long executionId, List<Message> messages) {
        Class<? extends Message.Beginning> kind = executionId == 1 ? Message.Start.class : Message.Continue.class;
        return messages.stream()
                .filter(kind::isInstance)
                .map(Message.Beginning.class::cast)
                .findFirst();
    }

    private static TurnPlan begin(long executionId, List<Message> messages) {
        return beginning(executionId, messages)
                .<TurnPlan>map(
                        start -> new Run(executionId, List.of(), start.begin().name(), start.version(), true))
                .orElseGet(Unstarted::new);
    }
}
