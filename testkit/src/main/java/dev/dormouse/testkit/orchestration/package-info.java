/**
 * For those who write orchestrations, and for those who write providers.
 *
 * <p>{@link dev.dormouse.testkit.orchestration.OrchestrationTest} runs orchestrations step by step, on a clock that stands
 * still until it is told to go on. {@link dev.dormouse.testkit.orchestration.DeterminismTest} runs new code against the
 * histories of old. The {@code ...Scenarios} classes run a whole node over a provider, end to end.
 */
@NullMarked
package dev.dormouse.testkit.orchestration;

import org.jspecify.annotations.NullMarked;
