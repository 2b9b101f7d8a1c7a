package dev.dormouse.orchestration.kernel;

import java.util.Locale;

/** Text that goes into a column as it is: databases store neither NUL nor half a surrogate pair. */
final class Storable {

    private Storable() {}

    static String require(String what, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (broken(text, i)) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT, "%s has a character that cannot be stored at offset %d (U+%04X)", what, i, (int)
                                text.charAt(i)));
            }
            if (Character.isHighSurrogate(text.charAt(i))) {
                i++;
            }
        }
        return text;
    }

    private static boolean broken(String text, int i) {
        char c = text.charAt(i);
        boolean half = Character.isHighSurrogate(c)
                && (i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1)));
        return c == 0 || Character.isLowSurrogate(c) || half;
    }
}
