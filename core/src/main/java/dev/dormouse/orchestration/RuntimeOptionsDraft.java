package dev.dormouse.orchestration;

import dev.dormouse.provider.TagFilter;
import java.time.Duration;

/** A mutable copy of {@link RuntimeOptions}, so that changing one property does not repeat all the others. */
final class RuntimeOptionsDraft {

    int turnConcurrency;
    int activityConcurrency;
    Duration turnLockTimeout;
    Duration activityLockTimeout;
    Duration turnTimeout;
    Duration cancellationGrace;
    int attemptsMax;
    Duration strangersInterval;
    TagFilter tags;
    long historyCacheBytes;
    boolean eagerActivities;
    SessionOptions sessions;
    PollOptions polling;
    OrchestrationLimits limits;

    RuntimeOptionsDraft(RuntimeOptions options) {
        turnConcurrency = options.turnConcurrency();
        activityConcurrency = options.activityConcurrency();
        turnLockTimeout = options.turnLockTimeout();
        activityLockTimeout = options.activityLockTimeout();
        turnTimeout = options.turnTimeout();
        cancellationGrace = options.cancellationGrace();
        attemptsMax = options.attemptsMax();
        strangersInterval = options.strangersInterval();
        tags = options.tags();
        historyCacheBytes = options.historyCacheBytes();
        eagerActivities = options.eagerActivities();
        sessions = options.sessions();
        polling = options.polling();
        limits = options.limits();
    }

    /** Validates: a draft may hold anything, options may not. */
    RuntimeOptions options() {
        return new RuntimeOptions(
                turnConcurrency,
                activityConcurrency,
                turnLockTimeout,
                activityLockTimeout,
                turnTimeout,
                cancellationGrace,
                attemptsMax,
                strangersInterval,
                tags,
                historyCacheBytes,
                eagerActivities,
                sessions,
                polling,
                limits);
    }
}
