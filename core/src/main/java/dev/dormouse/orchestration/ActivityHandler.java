package dev.dormouse.orchestration;

import org.jspecify.annotations.Nullable;

/**
 * The code of an activity: may do anything, and may run more than once for the same scheduling, so its effects should bear
 * repetition. Throwing fails the activity; {@link ApplicationException} says more than other exceptions.
 */
@FunctionalInterface
public interface ActivityHandler<I, O> {

    @Nullable
    O run(ActivityContext ctx, I input) throws Exception;
}
