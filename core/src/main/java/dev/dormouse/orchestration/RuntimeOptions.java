package dev.dormouse.orchestration;

import dev.dormouse.provider.TagFilter;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a node runs orchestrations and activities. Immutable; start from {@link #defaults()} and change what differs.
 *
 * @param turnConcurrency how many orchestrations may take a turn at a time
 * @param activityConcurrency how many activities may run at a time
 * @param turnLockTimeout how long after a crash in the middle of a turn others take it over
 * @param activityLockTimeout how long after a crash others take an activity over
 * @param turnTimeout how long the code of an orchestration may go on without waiting for anything before it is interrupted
 * @param cancellationGrace how long an activity that was cancelled may go on before it is interrupted, and again before it
 *     is given up
 * @param attemptsMax how often the same messages or the same activity may be fetched before they count as poison
 * @param strangersInterval how often a node also looks for instances whose version it lacks, which it leaves to others otherwise:
 *     those that it meets again and again seem to be nobody's
 * @param tags which tags of activities the node serves
 * @param historyCacheBytes how much of the histories a node keeps in memory, so that a turn need not read them again
 * @param eagerActivities whether a turn's activities begin on the node of the turn, without a fetch, if it has free slots
 */
public record RuntimeOptions(
        int turnConcurrency,
        int activityConcurrency,
        Duration turnLockTimeout,
        Duration activityLockTimeout,
        Duration turnTimeout,
        Duration cancellationGrace,
        int attemptsMax,
        Duration strangersInterval,
        TagFilter tags,
        long historyCacheBytes,
        boolean eagerActivities,
        SessionOptions sessions,
        PollOptions polling,
        OrchestrationLimits limits) {

    private static final RuntimeOptions DEFAULTS = new RuntimeOptions(
            64,
            128,
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            10,
            Duration.ofMinutes(1),
            TagFilter.UNTAGGED,
            64L << 20,
            true,
            SessionOptions.defaults(),
            PollOptions.defaults(),
            OrchestrationLimits.defaults());

    public RuntimeOptions {
        requireAtLeastOne("turnConcurrency", turnConcurrency);
        requireAtLeastOne("activityConcurrency", activityConcurrency);
        requireAtLeastOne("attemptsMax", attemptsMax);
        Times.requirePositive("turnLockTimeout", turnLockTimeout);
        Times.requirePositive("activityLockTimeout", activityLockTimeout);
        Times.requirePositive("turnTimeout", turnTimeout);
        Times.requirePositive("cancellationGrace", cancellationGrace);
        Times.requirePositive("strangersInterval", strangersInterval);
        if (historyCacheBytes < 0) {
            throw new IllegalArgumentException("historyCacheBytes must not be negative: " + historyCacheBytes);
        }
        Objects.requireNonNull(tags, "tags");
    }

    public static RuntimeOptions defaults() {
        return DEFAULTS;
    }

    public RuntimeOptions withTurnConcurrency(int turns) {
        return with(draft -> draft.turnConcurrency = turns);
    }

    public RuntimeOptions withActivityConcurrency(int activities) {
        return with(draft -> draft.activityConcurrency = activities);
    }

    public RuntimeOptions withTurnLockTimeout(Duration timeout) {
        return with(draft -> draft.turnLockTimeout = timeout);
    }

    public RuntimeOptions withActivityLockTimeout(Duration timeout) {
        return with(draft -> draft.activityLockTimeout = timeout);
    }

    public RuntimeOptions withTurnTimeout(Duration timeout) {
        return with(draft -> draft.turnTimeout = timeout);
    }

    public RuntimeOptions withCancellationGrace(Duration grace) {
        return with(draft -> draft.cancellationGrace = grace);
    }

    public RuntimeOptions withAttemptsMax(int attempts) {
        return with(draft -> draft.attemptsMax = attempts);
    }

    public RuntimeOptions withStrangersInterval(Duration interval) {
        return with(draft -> draft.strangersInterval = interval);
    }

    public RuntimeOptions withTags(TagFilter filter) {
        return with(draft -> draft.tags = filter);
    }

    /** Zero: every turn reads its history. */
    public RuntimeOptions withHistoryCacheBytes(long bytes) {
        return with(draft -> draft.historyCacheBytes = bytes);
    }

    /** All activities go through the queue, so that other nodes take their share from the first one on. */
    public RuntimeOptions withoutEagerActivities() {
        return with(draft -> draft.eagerActivities = false);
    }

    public RuntimeOptions withSessions(SessionOptions options) {
        return with(draft -> draft.sessions = options);
    }

    public RuntimeOptions withPolling(PollOptions options) {
        return with(draft -> draft.polling = options);
    }

    public RuntimeOptions withLimits(OrchestrationLimits limits) {
        return with(draft -> draft.limits = limits);
    }

    private static void requireAtLeastOne(String property, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(property + " must be at least 1: " + value);
        }
    }

    private RuntimeOptions with(Consumer<RuntimeOptionsDraft> change) {
        RuntimeOptionsDraft draft = new RuntimeOptionsDraft(this);
        change.accept(draft);
        return draft.options();
    }
}
