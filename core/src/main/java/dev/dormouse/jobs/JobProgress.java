package dev.dormouse.jobs;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far a job's handler last said that it has come, from 0 to 1. */
public record JobProgress(double fraction, @Nullable String note, Instant updatedAt) {}
