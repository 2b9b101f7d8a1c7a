package dev.dormouse.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One instance, for people.
 *
 * @param position where it stands in the list, to go on from
 */
public record InstanceInfo(
        String instance,
        String name,
        @Nullable String version,
        long executionId,
        ExecutionStatus status,
        @Nullable String output,
        @Nullable String parent,
        Instant createdAt,
        Instant updatedAt,
        String position) {}
