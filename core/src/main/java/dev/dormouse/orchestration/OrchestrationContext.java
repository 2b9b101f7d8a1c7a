package dev.dormouse.orchestration;

import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an orchestration can do. Belongs to one turn and to the thread that runs it.
 *
 * <p>Everything that is asked for is asked for at once, so several things can be under way: ask first, await later.
 */
public interface OrchestrationContext {

    // Work.

    default <I, O> DurableFuture<O> activity(Activity<I, O> activity, @Nullable I input) {
        return activity(activity, input, ActivityOptions.defaults());
    }

    <I, O> DurableFuture<O> activity(Activity<I, O> activity, @Nullable I input, ActivityOptions options);

    DurableFuture<Void> timer(Duration delay);

    default <I, O> DurableFuture<O> child(Orchestration<I, O> orchestration, @Nullable I input) {
        return child(orchestration, input, ChildOptions.defaults());
    }

    /** Starts another orchestration and awaits its result. It is cancelled with this one. */
    <I, O> DurableFuture<O> child(Orchestration<I, O> orchestration, @Nullable I input, ChildOptions options);

    /** Starts another orchestration that has nothing to do with this one any more. */
    <I> void startDetached(Orchestration<I, ?> orchestration, String instance, @Nullable I input);

    // What comes from outside.

    /**
     * The next event of that name. An event goes to the wait that was begun first; one that comes while nobody waits for
     * it is recorded and not delivered: use {@link #queue} for what must not be missed.
     */
    default <T> DurableFuture<T> event(String name, Class<T> type) {
        return event(name, (Type) type);
    }

    /** For generic types. */
    <T> DurableFuture<T> event(String name, Type type);

    default <T> EventQueue<T> queue(String name, Class<T> type) {
        return queue(name, (Type) type);
    }

    /** For generic types. */
    <T> EventQueue<T> queue(String name, Type type);

    // Several at once.

    /**
     * Done when all are. Awaiting it throws the first failure in the order of the list, with the others as suppressed;
     * every future can still be awaited on its own.
     */
    <T> DurableFuture<List<T>> all(List<? extends DurableFuture<? extends T>> futures);

    /** Done when the first one is, whether it succeeded or failed; the others go on. The earlier in the list wins a tie. */
    <T> DurableFuture<Winner<T>> any(List<? extends DurableFuture<? extends T>> futures);

    /** As {@link #any}, and the others are cancelled. */
    <T> DurableFuture<Winner<T>> race(List<? extends DurableFuture<? extends T>> futures);

    /** As {@link #race(List)}. */
    default <T> DurableFuture<Winner<T>> race(DurableFuture<? extends T> one, DurableFuture<? extends T> other) {
        return race(List.of(one, other));
    }

    // Going on.

    /**
     * Ends this execution and begins the next one, with an empty history. Custom status, key-value state and queue messages
     * that nobody took go along. Never returns; its type is for {@code return ctx.continueAsNew(input)}.
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // it never returns, so any type is right
    <T> T continueAsNew(@Nullable Object input);

    /** As {@link #continueAsNew(Object)}, with that version of the orchestration. */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    <T> T continueAsNew(@Nullable Object input, String version);

    // What may be shown.

    void setStatus(String status);

    void clearStatus();

    Optional<String> status();

    Values values();

    /** A value of another instance, as it is when somebody looks. */
    default <T> DurableFuture<Optional<T>> valueOf(String instance, String key, Class<T> type) {
        return valueOf(instance, key, (Type) type);
    }

    /** For generic types. */
    <T> DurableFuture<Optional<T>> valueOf(String instance, String key, Type type);

    // What is the same at every replay.

    /** When the last thing that this code knows of happened: stands still between awaits. */
    Instant now();

    /** Differs between executions, not between replays. */
    Random random();

    UUID uuid();

    // About itself.

    String instance();

    long executionId();

    String name();

    String version();

    /** The instance that started this one as its child. */
    Optional<String> parent();

    /** Whether this has been run before. Decisions must not depend on it. */
    boolean isReplaying();

    /** Silent while replaying. */
    OrchestrationLogger logger();

    /** About how large the history is up to here. */
    long historyBytes();

    /** How much of the history's limit is used, from 0 to 1: a reason to continue as new. */
    double historyPressure();
}
