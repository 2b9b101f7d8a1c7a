package dev.dormouse.orchestration.runtime;

import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.WorkItem;
import java.time.Duration;
import java.util.List;

/** How a turn ended. */
sealed interface TurnOutcome {

    Turn turn();

    /**
     * To be committed.
     *
     * @param after the history once it is
     * @param eager activities that begin here once it is, in slots that are set aside for them
     * @param told what observers learn then
     */
    record Commit(Turn turn, TurnAck ack, History after, List<WorkItem> eager, Runnable told) implements TurnOutcome {}

    /** To be given back, and not taken again before the delay. */
    record Abandon(Turn turn, Duration delay, AttemptCount attempt) implements TurnOutcome {}
}
