package dev.dormouse.text;

import java.nio.charset.StandardCharsets;

/** Checks of what users name: kinds, queues, keys. */
public final class Names {

    private static final int NAME_BYTES_MAX = 120;
    private static final int KEY_BYTES_MAX = 255;

    private Names() {}

    /** A kind or queue: part of channel payloads, thread names and metrics, so without odd characters. */
    public static String name(String what, String value) {
        if (value.isEmpty() || value.length() > NAME_BYTES_MAX) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + NAME_BYTES_MAX + " characters: '" + value + "'");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean plain = c < 128 && (Character.isLetterOrDigit(c) || "._-:/#".indexOf(c) >= 0);
            if (!plain) {
                throw new IllegalArgumentException(what + " may have letters, digits and . _ - : / # only, not '" + c
                        + "' (U+" + String.format("%04X", (int) c) + "): '" + value + "'");
            }
        }
        return value;
    }

    /** A key chosen by the user's data. */
    public static String key(String what, String value) {
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (value.isEmpty() || bytes > KEY_BYTES_MAX) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + KEY_BYTES_MAX + " bytes, not " + bytes + ": '" + shorten(value) + "'");
        }
        return Text.storable(what, value);
    }

    private static String shorten(String value) {
        return value.length() <= 60 ? value : value.substring(0, 60) + "…";
    }
}
