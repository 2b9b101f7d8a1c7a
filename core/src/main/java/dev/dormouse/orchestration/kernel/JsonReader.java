package dev.dormouse.orchestration.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON strictly: whole numbers only, no key twice, nothing after the end, not deeper than anything we write. */
final class JsonReader {

    private static final int DEPTH_MAX = 16;
    private static final int END = -1;

    private final String text;
    private int at;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    static @Nullable Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        if (reader.peek() != END) {
            throw reader.wrong("there is more after the end");
        }
        return value;
    }

    private @Nullable Object value() {
        return switch (peek()) {
            case '{' -> nested(this::object);
            case '[' -> nested(this::list);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Object nested(java.util.function.Supplier<Object> reading) {
        if (++depth > DEPTH_MAX) {
            throw wrong("it is nested too deeply");
        }
        at++;
        Object value = reading.get();
        depth--;
        return value;
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        if (skip('}')) {
            return object;
        }
        do {
            member(object);
        } while (skip(','));
        require('}');
        return object;
    }

    private void member(Map<String, Object> object) {
        if (peek() != '"') {
            throw wrong("a name is expected");
        }
        String name = string();
        require(':');
        Object value = value();
        if (object.containsKey(name)) {
            throw wrong("the name " + name + " stands there twice");
        }
        if (value != null) {
            object.put(name, value);
        }
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        if (skip(']')) {
            return list;
        }
        do {
            Object value = value();
            if (value == null) {
                throw wrong("null stands in a list");
            }
            list.add(value);
        } while (skip(','));
        require(']');
        return list;
    }

    private @Nullable Object word(String word, @Nullable Object meaning) {
        if (!text.startsWith(word, at)) {
            throw wrong("a value is expected");
        }
        at += word.length();
        return meaning;
    }

    private Long number() {
        int from = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Long.valueOf(text.substring(from, at));
        } catch (NumberFormatException e) {
            at = from;
            throw wrong("a value is expected");
        }
    }

    private String string() {
        int from = ++at;
        while (at < text.length() && text.charAt(at) != '"' && text.charAt(at) != '\\') {
            plain();
        }
        String beginning = text.substring(from, at);
        if (at < text.length() && text.charAt(at) == '"') {
            at++;
            return beginning;
        }
        return escaped(new StringBuilder(beginning));
    }

    private String escaped(StringBuilder out) {
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                out.append(escape());
            } else {
                out.append(plain());
            }
        }
        if (at++ >= text.length()) {
            throw wrong("a string does not end");
        }
        return out.toString();
    }

    private char plain() {
        char c = text.charAt(at);
        if (c < ' ') {
            throw wrong("a string has a control character");
        }
        at++;
        return c;
    }

    private char escape() {
        if (at + 1 >= text.length()) {
            throw wrong("a string does not end");
        }
        char c = text.charAt(at + 1);
        int known = "\"\\/bfnrt".indexOf(c);
        if (known >= 0) {
            at += 2;
            return "\"\\/\b\f\n\r\t".charAt(known);
        }
        return unicode(c);
    }

    private char unicode(char c) {
        if (c != 'u' || at + 6 > text.length()) {
            throw wrong("there is no such escape");
        }
        int code = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(text.charAt(i), 16);
            if (digit < 0) {
                throw wrong("there is no such escape");
            }
            code = code * 16 + digit;
        }
        at += 6;
        return (char) code;
    }

    private boolean skip(char c) {
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    private void require(char c) {
        if (!skip(c)) {
            throw wrong("'" + c + "' is expected");
        }
    }

    private int peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : END;
    }

    private CorruptTextException wrong(String what) {
        return new CorruptTextException(what + " at offset " + at);
    }
}
