package dev.dormouse.orchestration;

import java.time.Duration;

/** Watches orchestrations and activities on one node. Called from the node's own threads: must be quick and must not throw. */
public interface OrchestrationObserver {

    OrchestrationObserver NONE = new OrchestrationObserver() {};

    /** How an execution of an activity ended. */
    enum ActivityEnd {
        SUCCEEDED,
        FAILED,
        /** Nobody wanted it any more, or the node lost it. */
        CANCELLED,
        /** Given back, to be executed again. */
        ABANDONED,
        POISON
    }

    /** An instance began, or continued as new. Called once its first turn is committed. */
    default void started(String orchestration, String version) {}

    default void completed(String orchestration, String version) {}

    default void failed(String orchestration, String version, ErrorDetails error) {}

    default void continuedAsNew(String orchestration, String version) {}

    /** A turn was committed. */
    default void turned(String orchestration, int events, Duration took) {}

    /** A turn was given back, to be taken again. */
    default void turnAbandoned(String orchestration, String why) {}

    /** A turn was for nothing: another node had taken the instance over. */
    default void turnLost(String orchestration) {}

    default void activityEnded(String activity, ActivityEnd end, Duration took) {}

    /** An activity began on the node of its turn, without a fetch. */
    default void activityEager(String activity) {}

    /** A turn found its history in the node's memory. */
    default void historyKnown() {}

    /** A turn had to read its history, or the end of it. */
    default void historyRead(int events) {}
}
