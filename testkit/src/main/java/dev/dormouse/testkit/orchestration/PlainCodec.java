package dev.dormouse.testkit.orchestration;

import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.spi.PayloadException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

/** Strings between quotes, numbers and bytes as they are: enough for tests, and without any library. Thread-safe. */
public final class PlainCodec implements PayloadCodec {

    @Override
    public byte[] encode(Object value, Type type) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        return (value instanceof String text ? '"' + text + '"' : value.toString()).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        if (type == byte[].class) {
            return payload;
        }
        String text = new String(payload, StandardCharsets.UTF_8);
        if (type == String.class) {
            return unquoted(text);
        }
        try {
            return type == Integer.class ? (Object) Integer.valueOf(text) : Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw new PayloadException("not a number: " + text, e);
        }
    }

    private static String unquoted(String text) {
        if (text.length() < 2 || text.charAt(0) != '"') {
            throw new PayloadException("not a string between quotes: " + text);
        }
        return text.substring(1, text.length() - 1);
    }
}
