package dev.dormouse.benchmarks.report;

import java.util.Locale;

/** Numbers as people read them: about three digits that mean something. */
final class Figures {

    private Figures() {}

    static String show(double value) {
        double magnitude = Math.abs(value);
        if (value == Math.rint(value) || magnitude >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, magnitude >= 1 ? "%.2f" : "%.3f", value);
    }
}
