package dev.dormouse.server;

import java.io.PrintWriter;
import java.util.Locale;

/** What the demo says: steps, and facts below them. */
final class DemoPrinter {

    private final PrintWriter out;

    DemoPrinter(PrintWriter out) {
        this.out = out;
    }

    void step(String what) {
        out.println();
        out.println(what);
        out.flush();
    }

    void fact(String what, Object value) {
        out.println(String.format(Locale.ROOT, "  %-44s %s", what, value));
        out.flush();
    }

    static String millis(double millis) {
        return String.format(Locale.ROOT, "%.2f ms", millis);
    }
}
