package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.OrchestrationLogger;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** User lines in the log of the process, each with what it is about, under a logger per orchestration and activity. */
record LogLines(Logger log, String about) implements OrchestrationLogger {

    static LogLines ofOrchestration(String name, String instance) {
        return new LogLines(LoggerFactory.getLogger("dev.dormouse.orchestration." + name), "instance=" + instance);
    }

    static LogLines ofActivity(String name, String instance, long activityId) {
        return new LogLines(
                LoggerFactory.getLogger("dev.dormouse.activity." + name),
                "instance=" + instance + " activity=" + activityId);
    }

    /** A thread's stack, a line each. */
    static String of(StackTraceElement[] stack) {
        return Arrays.stream(stack).map(frame -> "  at " + frame).collect(Collectors.joining("\n"));
    }

    @Override
    public void log(Level level, String message, Object... args) {
        org.slf4j.event.Level at = org.slf4j.event.Level.valueOf(level.name());
        if (log.isEnabledForLevel(at)) {
            log.atLevel(at).log(about.replace("{}", "{ }") + " " + message, args);
        }
    }
}
