package dev.dormouse.orchestration;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What an activity knows of itself. The questions may be asked by any thread. */
public interface ActivityContext {

    /** The instance of the orchestration that scheduled it. */
    String instance();

    long executionId();

    /** The event that scheduled it. With instance and execution it is the same for every attempt: a key for idempotence. */
    long activityId();

    String orchestration();

    String orchestrationVersion();

    String activity();

    /** Which delivery this is, from 1. */
    int attempt();

    /** The node that executes it. */
    String worker();

    Optional<String> session();

    Optional<String> tag();

    /** Whether it should stop: nobody waits for its result any more, or this node lost or leaves it. */
    boolean isCancelled();

    /** Completes when it should stop. */
    CompletionStage<Void> cancelled();

    OrchestrationLogger logger();
}
