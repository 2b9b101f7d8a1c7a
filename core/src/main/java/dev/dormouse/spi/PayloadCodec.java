package dev.dormouse.spi;

import java.lang.reflect.Type;
import java.util.ServiceLoader;

/**
 * Turns arguments and results into bytes and back. Thread-safe. The type always comes from the code that asks, never from
 * the bytes: a payload cannot name a class.
 */
public interface PayloadCodec {

    /** The bytes that stand for the value, kept exactly as they are. Throws {@link PayloadException}. */
    byte[] encode(Object value, Type type);

    /** The value that the bytes stand for. Throws {@link PayloadException}. */
    Object decode(byte[] payload, Type type);

    /** The codec on the class path. */
    static PayloadCodec onClassPath() {
        return ServiceLoader.load(PayloadCodec.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "No PayloadCodec on the class path: add dormouse-jackson, or pass a codec to the builder"));
    }
}
