package dev.dormouse.orchestration;

/** Logs with the instance's identity. An orchestration's is silent while it replays, so each line appears once. */
public interface OrchestrationLogger {

    /** How important a line is. */
    enum Level {
        DEBUG,
        INFO,
        WARN,
        ERROR
    }

    /** Placeholders as slf4j has them: {@code {}}; a last argument that is a throwable is logged with its stack. */
    void log(Level level, String message, Object... args);

    default void debug(String message, Object... args) {
        log(Level.DEBUG, message, args);
    }

    default void info(String message, Object... args) {
        log(Level.INFO, message, args);
    }

    default void warn(String message, Object... args) {
        log(Level.WARN, message, args);
    }

    default void error(String message, Object... args) {
        log(Level.ERROR, message, args);
    }
}
