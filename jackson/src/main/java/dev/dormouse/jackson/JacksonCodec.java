package dev.dormouse.jackson;

import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.spi.PayloadException;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Payloads as JSON through Jackson 3. Thread-safe. Types come from the code that asks, never from the JSON. */
public final class JacksonCodec implements PayloadCodec {

    private static final char NO_CHARACTER = '\uFFFD';

    private final ObjectMapper mapper;
    /** What is asked for are the types that code names, so there are few. */
    private final Map<Type, ObjectReader> readers = new ConcurrentHashMap<>();

    /** With a mapper of default settings. */
    public JacksonCodec() {
        this(JsonMapper.builder().build());
    }

    /** With a mapper of the application's own; it must not read type names from JSON. */
    public JacksonCodec(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public byte[] encode(Object value, Type type) {
        try {
            return strictly(mapper.writeValueAsString(value));
        } catch (JacksonException e) {
            throw new PayloadException(
                    "Cannot write a " + type.getTypeName() + " as JSON: " + e.getOriginalMessage(), e);
        } catch (CharacterCodingException e) {
            throw new PayloadException(
                    "Cannot write a " + type.getTypeName() + " as JSON: a text in it has half a surrogate pair", e);
        }
    }

    /** By an encoder of our own: others would put a question mark where it should refuse. */
    private static byte[] strictly(String json) throws CharacterCodingException {
        if (!hasSurrogates(json)) {
            return json.getBytes(StandardCharsets.UTF_8);
        }
        ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(json));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    private static boolean hasSurrogates(String json) {
        for (int i = 0; i < json.length(); i++) {
            if (Character.isSurrogate(json.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** By a decoder of our own, if need be: others take bytes that are no UTF-8 for this character. */
    private static String strictly(byte[] json) throws CharacterCodingException {
        String text = new String(json, StandardCharsets.UTF_8);
        return text.indexOf(NO_CHARACTER) < 0
                ? text
                : StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(json))
                        .toString();
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        try {
            return reader(type).readValue(strictly(payload));
        } catch (JacksonException e) {
            throw new PayloadException("The payload is not a " + type.getTypeName() + ": " + e.getOriginalMessage(), e);
        } catch (CharacterCodingException e) {
            throw new PayloadException("The payload is not a " + type.getTypeName() + ": it is not UTF-8", e);
        }
    }

    private ObjectReader reader(Type type) {
        ObjectReader known = readers.get(type);
        return known != null ? known : readers.computeIfAbsent(type, t -> mapper.readerFor(mapper.constructType(t)));
    }
}
