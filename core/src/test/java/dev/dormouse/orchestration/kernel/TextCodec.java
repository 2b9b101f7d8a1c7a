package dev.dormouse.orchestration.kernel;

import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.spi.PayloadException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

/** Strings, integers and bytes: all that these tests send around. */
final class TextCodec implements PayloadCodec {

    @Override
    public byte[] encode(Object value, Type type) {
        return value instanceof byte[] bytes ? bytes : value.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        if (type == byte[].class) {
            return payload;
        }
        String text = new String(payload, StandardCharsets.UTF_8);
        try {
            return type == Integer.class ? (Object) Integer.valueOf(text) : text;
        } catch (NumberFormatException e) {
            throw new PayloadException("not a number: " + text, e);
        }
    }
}
