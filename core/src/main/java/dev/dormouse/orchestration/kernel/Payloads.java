package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.spi.PayloadCodec;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values and names of one turn on their way in and out, within the limits. */
final class Payloads {

    private final Turn turn;
    private final PayloadCodec codec;
    private final OrchestrationLimits limits;

    Payloads(Turn turn) {
        this.turn = turn;
        this.codec = turn.ports.codec();
        this.limits = turn.input.limits();
    }

    Payload encode(String what, @Nullable Object value, Type type) {
        Payload payload = Payload.encode(value, type, codec);
        requireAtMost(what, payload.size(), limits.payloadBytesMax());
        return payload;
    }

    /** Reads results as that type. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the descriptor vouches for the type; a void result is null
    <T> Function<Payload, T> reader(Type type) {
        return payload -> (T) payload.decode(type, codec);
    }

    /** A name that the code chose: not empty, storable, not too long. */
    String name(String what, String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(what + " must not be empty");
        }
        Storable.require(what, name);
        requireAtMost(what, bytes(name), limits.nameBytesMax());
        return name;
    }

    void requireAtMost(String what, int bytes, int max) {
        if (bytes > max) {
            throw turn.abortLimit(what + " has " + bytes + " bytes; at most " + max + " are allowed");
        }
    }

    static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
