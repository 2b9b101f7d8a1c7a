package dev.dormouse.jobs;

import dev.dormouse.text.Names;
import dev.dormouse.text.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A job to be enqueued. Immutable; every {@code with} gives a new one.
 *
 * @param start when the job may start; null for at once
 * @param uniqueness a key that at most one job of the kind may hold; null for none
 * @param limitKey jobs of one queue with the same key share the queue's limit per key; null for none
 * @param headers small texts that travel with the job, such as a trace context
 */
public record JobRequest<T>(
        JobKind<T> kind,
        T args,
        String queue,
        int priority,
        @Nullable Start start,
        @Nullable Uniqueness uniqueness,
        @Nullable String limitKey,
        Map<String, String> headers) {

    public JobRequest {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(args, () -> "args of kind " + kind.name());
        Names.name("queue", queue);
        JobKind.requirePriority(priority);
        if (limitKey != null) {
            Names.key("limitKey", limitKey);
        }
        headers = Map.copyOf(headers);
        headers.forEach((name, value) -> {
            Names.key("header name", name);
            Text.storable("header " + name, value);
        });
    }

    static <T> JobRequest<T> of(JobKind<T> kind, T args) {
        return new JobRequest<>(kind, args, kind.queue(), kind.priority(), null, null, null, Map.of());
    }

    /** Starts no earlier than this long after the commit's transaction began, by the database's clock. */
    public JobRequest<T> withDelay(Duration delay) {
        return withStart(new Start.After(delay));
    }

    /** Starts no earlier than this instant, by the database's clock. */
    public JobRequest<T> withRunAt(Instant instant) {
        return withStart(new Start.At(instant));
    }

    public JobRequest<T> withQueue(String queue) {
        return new JobRequest<>(kind, args, queue, priority, start, uniqueness, limitKey, headers);
    }

    public JobRequest<T> withPriority(int priority) {
        return new JobRequest<>(kind, args, queue, priority, start, uniqueness, limitKey, headers);
    }

    /** At most one unfinished job of this kind with this key: enqueueing another one answers with the one that exists. */
    public JobRequest<T> withUniqueKey(String key) {
        return withUniqueness(Uniqueness.whileUnfinished(key));
    }

    public JobRequest<T> withUniqueness(Uniqueness uniqueness) {
        return new JobRequest<>(kind, args, queue, priority, start, uniqueness, limitKey, headers);
    }

    public JobRequest<T> withLimitKey(String limitKey) {
        return new JobRequest<>(kind, args, queue, priority, start, uniqueness, limitKey, headers);
    }

    public JobRequest<T> withHeaders(Map<String, String> headers) {
        return new JobRequest<>(kind, args, queue, priority, start, uniqueness, limitKey, headers);
    }

    private JobRequest<T> withStart(Start start) {
        return new JobRequest<>(kind, args, queue, priority, start, uniqueness, limitKey, headers);
    }
}
