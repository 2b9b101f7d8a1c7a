package dev.dormouse.orchestration.kernel;

import dev.dormouse.spi.PayloadCodec;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Bytes that only user code and its codec understand, kept exactly. No bytes at all stand for null. Immutable. */
public final class Payload {

    public static final Payload EMPTY = new Payload(new byte[0]);

    private static final int SHOWN_MAX = 60;
    /** What bytes that are no UTF-8 are read as, unless one asks. */
    private static final char NO_CHARACTER = '\uFFFD';

    private final byte[] bytes;

    private Payload(byte[] bytes) {
        this.bytes = bytes;
    }

    public static Payload of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Payload(bytes.clone());
    }

    public static Payload of(String text) {
        return text.isEmpty() ? EMPTY : new Payload(text.getBytes(StandardCharsets.UTF_8));
    }

    /** What stands for the value. Throws {@link dev.dormouse.spi.PayloadException}. */
    public static Payload encode(@Nullable Object value, Type type, PayloadCodec codec) {
        return value == null ? EMPTY : of(codec.encode(value, type));
    }

    /** The value that this stands for. Throws {@link dev.dormouse.spi.PayloadException}. */
    public @Nullable Object decode(Type type, PayloadCodec codec) {
        return bytes.length == 0 ? null : codec.decode(bytes.clone(), type);
    }

    public byte[] bytes() {
        return bytes.clone();
    }

    public int size() {
        return bytes.length;
    }

    /** As text, if it is UTF-8. */
    public Optional<String> text() {
        String lenient = new String(bytes, StandardCharsets.UTF_8);
        if (lenient.indexOf(NO_CHARACTER) < 0) {
            return Optional.of(lenient);
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException notText) {
            return Optional.empty();
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Payload payload && Arrays.equals(bytes, payload.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The beginning, for messages. */
    @Override
    public String toString() {
        String text = text().orElse(bytes.length + " bytes");
        return text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
    }
}
