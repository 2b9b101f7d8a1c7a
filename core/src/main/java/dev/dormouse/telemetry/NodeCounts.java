package dev.dormouse.telemetry;

import dev.dormouse.dispatch.DispatchObserver;
import dev.dormouse.jobs.JobObserver;
import dev.dormouse.outbox.OutboxObserver;
import dev.dormouse.wake.PollMode;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what a node does, by source. Thread-safe. */
public final class NodeCounts implements WakeObserver, DispatchObserver, JobObserver, OutboxObserver {

    private static final Logger log = LoggerFactory.getLogger(NodeCounts.class);

    private final Map<WakeReason, LongAdder> wakes = new EnumMap<>(WakeReason.class);
    private final LongAdder fallbackFinds = new LongAdder();
    private final LongAdder exchanges = new LongAdder();
    private final LongAdder failedExchanges = new LongAdder();
    private final LongAdder claimed = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder reconnects = new LongAdder();
    private final LongAdder losses = new LongAdder();
    private final OutboxCounts outbox = new OutboxCounts();
    private volatile boolean listening;

    /**
     * The counts at one moment.
     *
     * @param fallbackFinds how often the fallback found work that no wake had announced; zero in a healthy system
     * @param refused outcomes that were not written because the node had lost the job
     */
    public record Snapshot(
            boolean listening,
            Map<WakeReason, Long> wakes,
            long fallbackFinds,
            long exchanges,
            long failedExchanges,
            long claimed,
            long ended,
            long refused,
            long connects,
            long losses,
            OutboxCounts.Snapshot outbox) {}

    public NodeCounts() {
        for (WakeReason reason : WakeReason.values()) {
            wakes.put(reason, new LongAdder());
        }
    }

    public Snapshot snapshot() {
        Map<WakeReason, Long> bySource = new EnumMap<>(WakeReason.class);
        wakes.forEach((reason, count) -> bySource.put(reason, count.sum()));
        return new Snapshot(
                listening,
                bySource,
                fallbackFinds.sum(),
                exchanges.sum(),
                failedExchanges.sum(),
                claimed.sum(),
                ended.sum(),
                refused.sum(),
                reconnects.sum(),
                losses.sum(),
                outbox.snapshot());
    }

    @Override
    public void woke(String queue, WakeReason reason) {
        Objects.requireNonNull(wakes.get(reason)).increment();
    }

    @Override
    public void fallbackFoundWork(String queue) {
        fallbackFinds.increment();
        log.warn("{}: the fallback found work that no wake had announced; is its producer's announcer alive?", queue);
    }

    @Override
    public void modeChanged(String queue, PollMode from, PollMode to) {
        log.info("{}: {} -> {}", queue, from, to);
    }

    @Override
    public void listening() {
        listening = true;
        reconnects.increment();
    }

    @Override
    public void listenerLost(String why) {
        listening = false;
        losses.increment();
    }

    @Override
    public void cannotListen(String why) {
        listening = false;
    }

    @Override
    public void exchanged(String queue, int asked, int claimedNow, long nanos) {
        exchanges.increment();
        claimed.add(claimedNow);
    }

    @Override
    public void exchangeFailed(String queue, Throwable cause) {
        failedExchanges.increment();
    }

    @Override
    public void ended(String queue, long nanos) {
        ended.increment();
    }

    @Override
    public void refused(long jobId) {
        refused.increment();
    }

    // The outbox.

    @Override
    public void published(int messages) {
        outbox.published(messages);
    }

    @Override
    public void delivered(String route, int messages, long nanos) {
        outbox.delivered(route, messages, nanos);
    }

    @Override
    public void retried(String route) {
        outbox.retried(route);
    }

    @Override
    public void parked(String route) {
        outbox.parked(route);
    }

    @Override
    public void hanging(String route) {
        outbox.hanging(route);
    }

    @Override
    public void unknownAnswers(String route, int answers) {
        outbox.unknownAnswers(route, answers);
    }

    @Override
    public void unwritten(int outcomes) {
        outbox.unwritten(outcomes);
    }
}
