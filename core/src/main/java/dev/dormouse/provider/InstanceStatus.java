package dev.dormouse.provider;

import org.jspecify.annotations.Nullable;

/**
 * What a client may want to know of an instance, in one look.
 *
 * @param version null until the first turn
 * @param output the result of one that completed, the error of one that failed
 */
public record InstanceStatus(
        String instance,
        String name,
        @Nullable String version,
        long executionId,
        ExecutionStatus status,
        @Nullable String output,
        CustomStatus customStatus) {}
