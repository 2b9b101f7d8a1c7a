package dev.dormouse.provider;

import org.jspecify.annotations.Nullable;

/**
 * What an orchestration shows of itself.
 *
 * @param version counts the changes
 */
public record CustomStatus(@Nullable String status, long version) {}
