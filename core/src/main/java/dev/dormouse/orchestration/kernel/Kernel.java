package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails;

/** Replays orchestrations: history and messages in, decisions out. Keeps nothing, so any thread may use it. */
public final class Kernel {

    private Kernel() {}

    /**
     * Runs one turn on the calling thread. Whatever the code does, there is a result; only a turn that was stopped from
     * outside has none.
     *
     * @throws TurnInterruptedError if the turn has to be run again
     */
    @SuppressWarnings("DoNotCallSuggester")
    public static TurnResult run(TurnInput input, Body body, TurnPorts ports) {
        throw new UnsupportedOperationException();
    }

    /**
     * Ends an orchestration without running its code: in-flight work is cancelled and the parent told, as far as the
     * history is known.
     *
     * @param lastEventId what the provider says; the history may be empty because it cannot be read
     */
    @SuppressWarnings("DoNotCallSuggester")
    public static TurnResult fail(TurnInput input, long lastEventId, ErrorDetails error) {
        throw new UnsupportedOperationException();
    }
}
