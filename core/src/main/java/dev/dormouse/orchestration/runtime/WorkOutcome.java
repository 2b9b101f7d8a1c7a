package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.OrchestrationObserver.ActivityEnd;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.provider.AttemptCount;
import java.time.Duration;

/** How an execution of an activity ended. */
sealed interface WorkOutcome {

    /** Its completion goes to the orchestration. */
    record Done(Message.Answer answer, ActivityEnd end) implements WorkOutcome {}

    /** To be given back, and not taken again before the delay. */
    record Abandon(Duration delay, AttemptCount attempt) implements WorkOutcome {}

    /** Nobody wants to know: it was cancelled, or another node has it. */
    record Dropped() implements WorkOutcome {}
}
