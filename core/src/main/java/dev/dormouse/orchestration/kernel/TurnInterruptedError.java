package dev.dormouse.orchestration.kernel;

import org.jspecify.annotations.Nullable;

/**
 * A turn was stopped from outside, or the machine it ran on is in trouble. Nothing is known of the orchestration: the turn
 * has to be given back and run again. An {@link Error}, so that user code does not catch it by accident.
 */
public final class TurnInterruptedError extends Error {

    private static final long serialVersionUID = 1L;

    public TurnInterruptedError(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
