package dev.dormouse.provider;

import org.jspecify.annotations.Nullable;

/**
 * Work that is done with.
 *
 * @param completion goes to the instance in the same transaction; null: the work is only taken off
 */
public record WorkAck(WorkLock lock, @Nullable NewMessage completion) {}
