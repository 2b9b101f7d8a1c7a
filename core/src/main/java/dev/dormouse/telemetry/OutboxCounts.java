package dev.dormouse.telemetry;

import dev.dormouse.outbox.OutboxObserver;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a node does for the outbox. Thread-safe. */
public final class OutboxCounts implements OutboxObserver {

    private final LongAdder published = new LongAdder();
    private final LongAdder delivered = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final LongAdder retried = new LongAdder();
    private final LongAdder parked = new LongAdder();
    private final LongAdder hanging = new LongAdder();
    private final LongAdder unknownAnswers = new LongAdder();
    private final LongAdder unwritten = new LongAdder();

    /**
     * The counts at one moment.
     *
     * @param published by this node, committed or not
     * @param calls to sinks
     * @param retried failures after which a message is tried again
     * @param hanging calls that went on after their time was over and they had been interrupted
     * @param unknownAnswers of sinks, for messages that they had not been given
     * @param unwritten outcomes that another node had become responsible for: these messages are delivered again
     */
    public record Snapshot(
            long published,
            long delivered,
            long calls,
            long retried,
            long parked,
            long hanging,
            long unknownAnswers,
            long unwritten) {}

    public Snapshot snapshot() {
        return new Snapshot(
                published.sum(),
                delivered.sum(),
                calls.sum(),
                retried.sum(),
                parked.sum(),
                hanging.sum(),
                unknownAnswers.sum(),
                unwritten.sum());
    }

    @Override
    public void published(int messages) {
        published.add(messages);
    }

    @Override
    public void delivered(String route, int messages, long nanos) {
        calls.increment();
        delivered.add(messages);
    }

    @Override
    public void retried(String route) {
        retried.increment();
    }

    @Override
    public void parked(String route) {
        parked.increment();
    }

    @Override
    public void hanging(String route) {
        hanging.increment();
    }

    @Override
    public void unknownAnswers(String route, int answers) {
        unknownAnswers.add(answers);
    }

    @Override
    public void unwritten(int outcomes) {
        unwritten.add(outcomes);
    }
}
