package dev.dormouse.orchestration.kernel;

import java.util.function.Supplier;

/** A text that should be an event, a message or an error, and is not. Trying again does not help. */
public final class CorruptTextException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN_MAX = 80;

    CorruptTextException(String message) {
        super(message);
    }

    private CorruptTextException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Reads, and names what was read and how it begins if it cannot be. */
    static <T> T naming(String what, String text, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (CorruptTextException | IllegalArgumentException | java.time.DateTimeException e) {
            String beginning = text.length() <= SHOWN_MAX ? text : text.substring(0, SHOWN_MAX) + "…";
            throw new CorruptTextException(what + " cannot be read: " + e.getMessage() + ", in " + beginning, e);
        }
    }
}
