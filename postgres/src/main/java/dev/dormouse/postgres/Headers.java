package dev.dormouse.postgres;

import java.sql.Array;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Headers on their way: a JSON object of strings going in, names and values in turn coming out. */
final class Headers {

    private Headers() {}

    static @Nullable String write(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        StringBuilder json = new StringBuilder("{");
        new TreeMap<>(headers).forEach((name, value) -> {
            json.append(json.length() == 1 ? "" : ",");
            quote(json, name);
            json.append(':');
            quote(json, value);
        });
        return json.append('}').toString();
    }

    static Map<String, String> read(@Nullable Array array) throws SQLException {
        if (array == null) {
            return Map.of();
        }
        String[] parts = (String[]) array.getArray();
        Map<String, String> headers = new TreeMap<>();
        for (int i = 0; i + 1 < parts.length; i += 2) {
            headers.put(parts[i], parts[i + 1]);
        }
        return headers;
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
