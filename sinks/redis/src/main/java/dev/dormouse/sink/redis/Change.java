package dev.dormouse.sink.redis;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a message does to one Redis key.
 *
 * @param guard the key that remembers that this message was delivered; null: nothing does
 * @param arguments the message's part of what the script is given
 */
record Change(String key, @Nullable String guard, List<byte[]> arguments) {

    Change {
        Objects.requireNonNull(key, "key");
        arguments = List.copyOf(arguments);
    }
}
