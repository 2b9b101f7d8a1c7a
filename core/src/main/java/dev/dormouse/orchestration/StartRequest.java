package dev.dormouse.orchestration;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An orchestration to start, with how and when.
 *
 * @param id null: one is made
 */
public record StartRequest<I>(
        Orchestration<I, ?> orchestration,
        @Nullable I input,
        @Nullable String id,
        Duration delay) {

    public StartRequest {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay must not be negative: " + delay);
        }
    }

    /** Starts at once, under an id that is made. The version is the orchestration's own, if it names one. */
    public static <I> StartRequest<I> of(Orchestration<I, ?> orchestration, @Nullable I input) {
        return new StartRequest<>(orchestration, input, null, Duration.ZERO);
    }

    /** Starting an id that exists changes nothing and says so, so that a start can be repeated. */
    public StartRequest<I> withId(String instance) {
        return new StartRequest<>(orchestration, input, instance, delay);
    }

    public StartRequest<I> after(Duration wait) {
        return new StartRequest<>(orchestration, input, id, wait);
    }
}
