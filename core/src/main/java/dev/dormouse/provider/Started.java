package dev.dormouse.provider;

import org.jspecify.annotations.Nullable;

/**
 * What became of a start.
 *
 * @param turn not null: the first turn, as if it had been fetched at once
 */
public record Started(EnqueueOutcome outcome, @Nullable TurnItem turn) {}
