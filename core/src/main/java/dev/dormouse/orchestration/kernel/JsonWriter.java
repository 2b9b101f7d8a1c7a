package dev.dormouse.orchestration.kernel;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes JSON of strings, whole numbers, booleans, lists and objects. Any string comes back exactly, storable or not. */
final class JsonWriter {

    private static final String HEX = "0123456789abcdef";

    private final StringBuilder out = new StringBuilder();

    private JsonWriter() {}

    static String write(Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value);
        return writer.out.toString();
    }

    private void value(@Nullable Object value) {
        if (value instanceof String text) {
            string(text);
        } else if (value instanceof Map<?, ?> object) {
            object(object);
        } else if (value instanceof List<?> list) {
            list(list);
        } else {
            out.append(value);
        }
    }

    private void object(Map<?, ?> object) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : object.entrySet()) {
            out.append(separator);
            string(String.valueOf(entry.getKey()));
            out.append(':');
            value(entry.getValue());
            separator = ",";
        }
        out.append('}');
    }

    private void list(List<?> list) {
        out.append('[');
        String separator = "";
        for (Object item : list) {
            out.append(separator);
            value(item);
            separator = ",";
        }
        out.append(']');
    }

    private void string(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            character(text.charAt(i));
        }
        out.append('"');
    }

    /** Control characters cannot stand in JSON; a half of a surrogate pair cannot be stored, and a whole one may be escaped. */
    private void character(char c) {
        if (c == '"' || c == '\\') {
            out.append('\\').append(c);
        } else if (c == '\n') {
            out.append("\\n");
        } else if (c < ' ' || c == '\u007f' || Character.isSurrogate(c)) {
            escape(c);
        } else {
            out.append(c);
        }
    }

    private void escape(char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(HEX.charAt((c >> shift) & 0xf));
        }
    }
}
