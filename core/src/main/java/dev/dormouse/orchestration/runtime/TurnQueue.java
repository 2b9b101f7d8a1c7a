package dev.dormouse.orchestration.runtime;

import dev.dormouse.dispatch.Exchange;
import dev.dormouse.dispatch.WorkQueue;
import dev.dormouse.provider.EngineRange;
import dev.dormouse.provider.EngineVersion;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The turns of a node's orchestrations, as work for a dispatcher. */
final class TurnQueue implements WorkQueue<Turn> {

    static final String NAME = "turn";
    /** The engine versions whose executions this one can go on with. */
    private static final List<EngineRange> ENGINES =
            List.of(new EngineRange(new EngineVersion(0, 0, 0), TurnAcks.ENGINE));

    private final OrchestrationHandlers handlers;
    private final Turns turns;
    private final Turns.Parts parts;
    /** When it last looked also for instances that it may lack the code of; used by the coordinator. */
    private long lookedForAllNanos = System.nanoTime();

    TurnQueue(OrchestrationHandlers handlers, Turns turns) {
        this.handlers = handlers;
        this.turns = turns;
        this.parts = turns.parts;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Exchange<Turn> exchange(int max) {
        turns.ends.write();
        if (max == 0) {
            return Exchange.nothing();
        }
        Fetched<TurnItem> fetched = parts.fetch()
                .fetch(wait -> parts.provider()
                        .fetchTurns(new TurnFetch(
                                max,
                                parts.options().turnLockTimeout(),
                                wait,
                                handlers.orchestrations(),
                                versions(),
                                ENGINES,
                                TurnFetch.History.ON_DEMAND)));
        return parts.fetch().exchange(turns.fetched(fetched.items()), fetched);
    }

    /** Those that are registered; now and then all, so that what nobody has does not wait for ever. */
    private @Nullable Map<String, Set<String>> versions() {
        long now = System.nanoTime();
        if (now - lookedForAllNanos < parts.options().strangersInterval().toNanos()) {
            return handlers.versions();
        }
        lookedForAllNanos = now;
        return null;
    }

    @Override
    public boolean unwritten() {
        return turns.ends.unattended();
    }

    /** What is left for an instance after its turn is announced by the commit of that. */
    @Override
    public boolean endsUnblock() {
        return false;
    }

    @Override
    public void run(Turn turn) {
        turns.run(turn, () -> {});
    }

    /** What the turn decided is written at once, by whoever has something to write first, and not by the coordinator. */
    @Override
    public void run(Turn turn, Runnable vacate) {
        turns.run(turn, vacate);
        turns.writeNow();
    }

    @Override
    public void nudgeWith(Runnable nudge) {
        turns.nudgeWith(nudge);
    }

    @Override
    public void stopping() {
        parts.fetch().stop();
    }

    @Override
    public void giveBack(List<Turn> unstarted) {
        unstarted.forEach(turns::giveBack);
    }

    @Override
    public void interruptRunning() {
        turns.interruptRunning();
    }

    @Override
    public void abandonRunning() {
        turns.abandonRunning();
    }
}
