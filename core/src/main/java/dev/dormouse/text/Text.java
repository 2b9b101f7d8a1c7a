package dev.dormouse.text;

/** Text on its way into the database, which stores neither NUL nor half a surrogate pair. */
public final class Text {

    private static final int ERROR_CHARS_MAX = 16_000;

    private Text() {}

    /** What a user gave must be stored exactly or not at all. */
    public static String storable(String what, String value) {
        for (int i = 0; i < value.length(); i++) {
            if (broken(value, i)) {
                throw new IllegalArgumentException(what + " has a character that cannot be stored at offset " + i
                        + " (U+" + String.format("%04X", (int) value.charAt(i)) + ")");
            }
            if (Character.isHighSurrogate(value.charAt(i))) {
                i++;
            }
        }
        return value;
    }

    /** What describes a failure must be storable whatever it holds: the failure path may not fail. */
    public static String sanitised(String value) {
        StringBuilder out = new StringBuilder(Math.min(value.length(), ERROR_CHARS_MAX));
        for (int i = 0; i < value.length() && out.length() < ERROR_CHARS_MAX; i++) {
            if (broken(value, i)) {
                out.append('\uFFFD');
            } else {
                out.append(value.charAt(i));
                if (Character.isHighSurrogate(value.charAt(i))) {
                    out.append(value.charAt(++i));
                }
            }
        }
        return out.toString();
    }

    private static boolean broken(String value, int i) {
        char c = value.charAt(i);
        if (c == 0 || Character.isLowSurrogate(c)) {
            return true;
        }
        return Character.isHighSurrogate(c)
                && (i + 1 == value.length() || !Character.isLowSurrogate(value.charAt(i + 1)));
    }
}
