package dev.dormouse.sqlite;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists as parameters: one JSON array, which json_each turns into rows. */
final class Json {

    private Json() {}

    static @Nullable String strings(@Nullable Collection<String> values) {
        return values == null ? null : values.stream().map(Json::quoted).collect(Collectors.joining(",", "[", "]"));
    }

    static String numbers(Collection<Long> values) {
        return values.stream().map(Object::toString).collect(Collectors.joining(",", "[", "]"));
    }

    private static String quoted(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\' || c < ' ') {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.append('"').toString();
    }
}
