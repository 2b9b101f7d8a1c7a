package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ApplicationException;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.OrchestrationException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is kept of an exception. */
public final class Failures {

    private static final int FRAMES_MAX = 20;
    private static final int MESSAGE_CHARS_MAX = 4_000;

    private Failures() {}

    /** An activity threw. */
    public static Application ofActivity(Throwable thrown) {
        return of(thrown, Application.Kind.ACTIVITY_FAILED);
    }

    /** An orchestration's code threw. */
    static Application ofOrchestration(Throwable thrown) {
        return of(thrown, Application.Kind.THREW);
    }

    private static Application of(Throwable thrown, Application.Kind unforeseen) {
        if (thrown instanceof ApplicationException own) {
            return new Application(failed(unforeseen), text(own), own.details(), own.retryable());
        }
        if (thrown instanceof OrchestrationException own) {
            return new Application(
                    failed(unforeseen),
                    text(own),
                    own.error().details(),
                    own.error().retryable());
        }
        return new Application(unforeseen, shortened(thrown.toString()), frames(thrown), true);
    }

    private static Application.Kind failed(Application.Kind unforeseen) {
        return unforeseen == Application.Kind.THREW ? Application.Kind.ORCHESTRATION_FAILED : unforeseen;
    }

    private static String text(Throwable thrown) {
        String message = thrown.getMessage();
        return shortened(message == null ? thrown.toString() : message);
    }

    private static String shortened(String text) {
        return text.length() <= MESSAGE_CHARS_MAX ? text : text.substring(0, MESSAGE_CHARS_MAX) + "…";
    }

    private static @Nullable String frames(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        String text = Arrays.stream(frames)
                .limit(FRAMES_MAX)
                .map(frame -> "at " + frame)
                .collect(Collectors.joining("\n"));
        Throwable cause = thrown.getCause();
        return cause == null ? text : text + "\ncaused by " + shortened(cause.toString());
    }
}
