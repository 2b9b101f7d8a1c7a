package dev.dormouse.text;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Failures as text that can always be stored. */
public final class Errors {

    private Errors() {}

    /** The stack trace, or what can be had of it: even a throwable whose own methods throw is described. */
    public static String describe(Throwable t) {
        try {
            StringWriter text = new StringWriter();
            t.printStackTrace(new PrintWriter(text));
            return Text.sanitised(text.toString());
        } catch (Throwable hostile) {
            return t.getClass().getName() + " (its description failed with "
                    + hostile.getClass().getName() + ")";
        }
    }
}
