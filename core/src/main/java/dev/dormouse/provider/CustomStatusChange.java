package dev.dormouse.provider;

import org.jspecify.annotations.Nullable;

/** Sets or clears what an orchestration shows of itself; null clears. */
public record CustomStatusChange(@Nullable String status) {}
