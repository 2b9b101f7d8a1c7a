package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.OrchestrationLogger;
import dev.dormouse.spi.PayloadCodec;

/** What a turn may use of the world around it. */
public interface TurnPorts {

    PayloadCodec codec();

    /** Gets the lines of code that is not replaying. */
    OrchestrationLogger logger();

    /**
     * Called whenever the code uses its context. Throws {@link TurnInterruptedError} if the turn must not go on, and {@link
     * IllegalStateException} if the thread is not the turn's.
     */
    void check();
}
