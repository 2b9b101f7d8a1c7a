package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.OrchestrationCancelledException;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * Why a future is cancelled.
 *
 * @param reason for the history
 * @param error what whoever awaits it gets
 */
record Withdrawal(String reason, Supplier<RuntimeException> error) {

    static final Withdrawal BY_CODE = byKernel("cancelled by the code");
    static final Withdrawal LOST = byKernel("lost the race");

    static Withdrawal ofOrchestration(String reason) {
        return new Withdrawal("the orchestration was cancelled", () -> new OrchestrationCancelledException(reason));
    }

    private static Withdrawal byKernel(String reason) {
        return new Withdrawal(reason, () -> new CancellationException(reason));
    }
}
