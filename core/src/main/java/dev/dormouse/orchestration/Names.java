package dev.dormouse.orchestration;

/** Checks of what users name: orchestrations and activities. */
final class Names {

    /** Names that begin so are the engine's own. */
    static final String RESERVED_PREFIX = "dormouse:";

    private static final int NAME_CHARS_MAX = 120;

    private Names() {}

    /** Part of wake payloads, thread names and metrics, so without odd characters. */
    static String require(String what, String value) {
        if (value.isEmpty() || value.length() > NAME_CHARS_MAX) {
            throw new IllegalArgumentException(
                    what + " must have 1 to " + NAME_CHARS_MAX + " characters: '" + value + "'");
        }
        if (value.startsWith(RESERVED_PREFIX)) {
            throw new IllegalArgumentException(
                    what + " must not begin with " + RESERVED_PREFIX + ", which is reserved: '" + value + "'");
        }
        value.chars().filter(c -> !plain(c)).findFirst().ifPresent(c -> {
            throw new IllegalArgumentException(
                    what + " may have letters, digits and . _ - : / # only: '" + value + "'");
        });
        return value;
    }

    private static boolean plain(int c) {
        return c < 128 && (Character.isLetterOrDigit(c) || "._-:/#".indexOf(c) >= 0);
    }
}
