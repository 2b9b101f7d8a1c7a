package dev.dormouse.provider;

import org.jspecify.annotations.Nullable;

/**
 * One change to the key-value state of an instance, in the order in which they were made.
 *
 * @param key null: all keys are cleared
 * @param value null: the key is cleared
 */
public record ValueChange(@Nullable String key, @Nullable String value) {

    public static ValueChange set(String key, String value) {
        return new ValueChange(key, value);
    }

    public static ValueChange clear(String key) {
        return new ValueChange(key, null);
    }

    public static ValueChange clearAll() {
        return new ValueChange(null, null);
    }
}
