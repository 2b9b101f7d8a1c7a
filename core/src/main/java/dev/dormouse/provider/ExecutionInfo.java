package dev.dormouse.provider;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One execution of an instance, for people. */
public record ExecutionInfo(
        long executionId,
        ExecutionStatus status,
        @Nullable String output,
        Instant startedAt,
        @Nullable Instant finishedAt,
        long events,
        @Nullable EngineVersion engine) {}
