package dev.dormouse.jackson;

import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.spi.PayloadException;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Payloads as JSON through Jackson 3. Thread-safe. Types come from the code that asks, never from the JSON. */
public final class JacksonCodec implements PayloadCodec {

    private final ObjectMapper mapper;

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

    /** By an encoder of our own: the mapper's would put a question mark where it should refuse. */
    private static byte[] strictly(String json) throws CharacterCodingException {
        ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(json));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        return bytes;
    }

    /** By a decoder of our own: the mapper's takes bytes that are no UTF-8 for other characters. */
    private static String strictly(byte[] json) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json)).toString();
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        try {
            return mapper.readValue(strictly(payload), mapper.constructType(type));
        } catch (JacksonException e) {
            throw new PayloadException("The payload is not a " + type.getTypeName() + ": " + e.getOriginalMessage(), e);
        } catch (CharacterCodingException e) {
            throw new PayloadException("The payload is not a " + type.getTypeName() + ": it is not UTF-8", e);
        }
    }
}
