package dev.dormouse.orchestration;

import dev.dormouse.provider.CustomStatus;
import dev.dormouse.provider.ExecutionStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How an instance is doing.
 *
 * @param version null until its first turn
 * @param output the result as it is stored, of one that completed; null if there is none or it is no text
 * @param error why it failed; null if it has not
 * @param customStatus what it shows of itself
 */
public record OrchestrationStatus(
        String instance,
        String name,
        @Nullable String version,
        long executionId,
        ExecutionStatus status,
        @Nullable String output,
        @Nullable ErrorDetails error,
        CustomStatus customStatus) {

    public boolean finished() {
        return status.finished();
    }

    public Optional<ErrorDetails> failure() {
        return Optional.ofNullable(error);
    }
}
