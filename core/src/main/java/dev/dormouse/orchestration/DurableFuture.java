package dev.dormouse.orchestration;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Something that an orchestration has asked for and that will happen, perhaps in another process and another year. It is
 * asked for when the future is made, not when it is awaited. Belongs to the orchestration's code and its thread.
 */
public interface DurableFuture<T> {

    /**
     * The result, once it is there. Throws {@link ActivityFailedException} or {@link ChildFailedException} if it failed,
     * {@link OrchestrationCancelledException} if the orchestration is cancelled meanwhile, and {@link
     * java.util.concurrent.CancellationException} if this future was cancelled by the code.
     */
    T await();

    /** As {@link #await()}, but at most that long; then the future is cancelled and the answer is empty. */
    Optional<T> await(Duration timeout);

    /** Says that the result is not wanted any more: work that has not started will not, work that runs is told to stop. */
    void cancel();

    /** Whether {@link #await()} would return or throw at once. As repeatable as all else here. */
    boolean isDone();

    /** The same future with its result changed; cancelling one cancels the other. The function runs when it is awaited. */
    <R> DurableFuture<R> map(Function<? super T, ? extends R> change);
}
