package dev.dormouse.telemetry;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.OrchestrationObserver;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens to orchestrations and activities on one node. Thread-safe. */
public final class OrchestrationCounts implements OrchestrationObserver {

    private final LongAdder started = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder continuedAsNew = new LongAdder();
    private final Map<ErrorDetails.Category, LongAdder> failed = new EnumMap<>(ErrorDetails.Category.class);
    private final LongAdder turns = new LongAdder();
    private final LongAdder turnsAbandoned = new LongAdder();
    private final LongAdder turnsLost = new LongAdder();
    private final Map<ActivityEnd, LongAdder> activities = new EnumMap<>(ActivityEnd.class);
    private final LongAdder activitiesEager = new LongAdder();
    private final LongAdder historiesKnown = new LongAdder();
    private final LongAdder historiesRead = new LongAdder();

    /**
     * The counts at one moment.
     *
     * @param failed by whose trouble it was
     * @param turnsLost turns that were for nothing, because another node had taken the instance over
     * @param activities by how they ended
     * @param activitiesEager those that began on the node of their turn, without a fetch
     * @param historiesKnown turns that found their history in memory
     * @param historiesRead turns that had to read theirs, or its end
     */
    public record Snapshot(
            long started,
            long completed,
            long continuedAsNew,
            Map<ErrorDetails.Category, Long> failed,
            long turns,
            long turnsAbandoned,
            long turnsLost,
            Map<ActivityEnd, Long> activities,
            long activitiesEager,
            long historiesKnown,
            long historiesRead) {}

    public OrchestrationCounts() {
        for (ErrorDetails.Category category : ErrorDetails.Category.values()) {
            failed.put(category, new LongAdder());
        }
        for (ActivityEnd end : ActivityEnd.values()) {
            activities.put(end, new LongAdder());
        }
    }

    public Snapshot snapshot() {
        Map<ErrorDetails.Category, Long> failedBy = new EnumMap<>(ErrorDetails.Category.class);
        failed.forEach((category, count) -> failedBy.put(category, count.sum()));
        Map<ActivityEnd, Long> endedBy = new EnumMap<>(ActivityEnd.class);
        activities.forEach((end, count) -> endedBy.put(end, count.sum()));
        return new Snapshot(
                started.sum(),
                completed.sum(),
                continuedAsNew.sum(),
                failedBy,
                turns.sum(),
                turnsAbandoned.sum(),
                turnsLost.sum(),
                endedBy,
                activitiesEager.sum(),
                historiesKnown.sum(),
                historiesRead.sum());
    }

    @Override
    public void started(String orchestration, String version) {
        started.increment();
    }

    @Override
    public void completed(String orchestration, String version) {
        completed.increment();
    }

    @Override
    public void failed(String orchestration, String version, ErrorDetails error) {
        Objects.requireNonNull(failed.get(error.category())).increment();
    }

    @Override
    public void continuedAsNew(String orchestration, String version) {
        continuedAsNew.increment();
    }

    @Override
    public void turned(String orchestration, int events, Duration took) {
        turns.increment();
    }

    @Override
    public void turnAbandoned(String orchestration, String why) {
        turnsAbandoned.increment();
    }

    @Override
    public void turnLost(String orchestration) {
        turnsLost.increment();
    }

    @Override
    public void activityEnded(String activity, ActivityEnd end, Duration took) {
        Objects.requireNonNull(activities.get(end)).increment();
    }

    @Override
    public void activityEager(String activity) {
        activitiesEager.increment();
    }

    @Override
    public void historyKnown() {
        historiesKnown.increment();
    }

    @Override
    public void historyRead(int events) {
        historiesRead.increment();
    }
}
