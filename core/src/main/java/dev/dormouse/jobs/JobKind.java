package dev.dormouse.jobs;

import dev.dormouse.text.Names;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a job is: its stable name, the type of its arguments, and how it is treated unless a request says otherwise. Shared
 * by those who enqueue and those who handle. Immutable.
 *
 * @param name stored with every job; renaming it orphans the jobs that exist
 * @param queue where its jobs go
 * @param priority smaller is sooner
 * @param attemptsMax how often it is tried before it is parked
 * @param timeout after which the handler is interrupted and the attempt fails; null for none
 */
public record JobKind<T>(
        String name,
        Type type,
        String queue,
        int priority,
        int attemptsMax,
        RetryPolicy retry,
        @Nullable Duration timeout) {

    public static final String DEFAULT_QUEUE = "default";
    static final int PRIORITY_LIMIT = 1000;
    private static final Duration TIMEOUT_LIMIT = Duration.ofDays(365);

    public JobKind {
        Names.name("kind", name);
        Objects.requireNonNull(type, "type");
        Names.name("queue", queue);
        Objects.requireNonNull(retry, "retry");
        requirePriority(priority);
        if (attemptsMax < 1 || attemptsMax > Short.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "attemptsMax of kind " + name + " must be 1 to " + Short.MAX_VALUE + ": " + attemptsMax);
        }
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new IllegalArgumentException("timeout of kind " + name + " must be positive: " + timeout);
        }
        if (timeout != null && timeout.compareTo(TIMEOUT_LIMIT) > 0) {
            throw new IllegalArgumentException("timeout of kind " + name + " must be at most 365 days: " + timeout);
        }
    }

    /** A kind with the defaults: queue {@code default}, priority 0, ten attempts, growing waits between them. */
    public static <T> JobKind<T> of(String name, Class<T> type) {
        return new JobKind<>(name, type, DEFAULT_QUEUE, 0, 10, RetryPolicy.byDefault(), null);
    }

    public JobKind<T> withQueue(String queue) {
        return new JobKind<>(name, type, queue, priority, attemptsMax, retry, timeout);
    }

    public JobKind<T> withPriority(int priority) {
        return new JobKind<>(name, type, queue, priority, attemptsMax, retry, timeout);
    }

    public JobKind<T> withAttemptsMax(int attemptsMax) {
        return new JobKind<>(name, type, queue, priority, attemptsMax, retry, timeout);
    }

    public JobKind<T> withRetry(RetryPolicy retry) {
        return new JobKind<>(name, type, queue, priority, attemptsMax, retry, timeout);
    }

    public JobKind<T> withTimeout(Duration timeout) {
        return new JobKind<>(name, type, queue, priority, attemptsMax, retry, timeout);
    }

    /** A request to do this with the given arguments; refine it, then enqueue it. */
    public JobRequest<T> with(T args) {
        return JobRequest.of(this, args);
    }

    static void requirePriority(int priority) {
        if (priority < -PRIORITY_LIMIT || priority > PRIORITY_LIMIT) {
            throw new IllegalArgumentException(
                    "priority must be between -" + PRIORITY_LIMIT + " and " + PRIORITY_LIMIT + ": " + priority);
        }
    }
}
