package dev.dormouse.orchestration;

import org.jspecify.annotations.Nullable;

/**
 * The code of an orchestration: deterministic, run from its beginning at every turn. Returning completes the orchestration,
 * throwing fails it.
 */
@FunctionalInterface
public interface OrchestrationHandler<I, O> {

    @Nullable
    O run(OrchestrationContext ctx, I input) throws Exception;
}
