package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Outboxes;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Worker;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How fast messages that wait in the outbox are delivered. */
final class OutboxScenario implements Scenario {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String HOLD_XMIN = "hold_xmin";

    @Override
    public String name() {
        return "outbox";
    }

    @Override
    public String explanation() {
        return "Messages published beforehand, with 1,000 keys, to a sink that does nothing, after rounds of the"
                + " same; hot is the share of one key in percent. The floor and transaction-outbox keep no order and ignore keys.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        List<Settings> plan = new ArrayList<>();
        if (system.outbox().isPresent()) {
            Settings settings = Settings.none()
                    .with("messages", options.jobsOr(system.drainJobs()))
                    .with("keys", 1000);
            if (options.holdXmin()) {
                settings = settings.with(HOLD_XMIN, true);
            }
            plan.add(settings.with("hot", 0));
            plan.add(settings.with("hot", 20));
        }
        return plan;
    }

    @Override
    @SuppressWarnings("try") // what is held open is not used
    public Outcome run(Trial trial) throws Exception {
        Outboxes outbox = trial.systemUnderTest().outbox().orElseThrow();
        int messages = trial.settings().number("messages");
        outbox.install(trial.database(), Purpose.THROUGHPUT);
        try (Probe probe = new Probe(trial);
                Connection holder = trial.settings().has(HOLD_XMIN) ? probe.holdXmin() : probe.connectToTarget()) {
            long firstId = WarmUp.run(messages, first -> deliver(trial, outbox, probe, first, messages));
            return deliver(trial, outbox, probe, firstId, messages);
        }
    }

    private static Outcome deliver(Trial trial, Outboxes outbox, Probe probe, long firstId, int messages)
            throws Exception {
        Settings settings = trial.settings();
        Outboxes.Keys keys = new Outboxes.Keys(settings.number("keys"), settings.number("hot"));
        outbox.publish(trial.database(), firstId, messages, keys);
        probe.settle();
        long statements = probe.statements();
        LongAdder handled = new LongAdder();
        Finish finish = new Finish(probe, outbox.unfinishedQuery());
        long beganNanos = System.nanoTime();
        long endedNanos;
        Worker relay = outbox.relay(trial.database(), Purpose.THROUGHPUT, id -> handled.increment());
        try {
            endedNanos = finish.await(handled, messages, LIMIT);
        } finally {
            relay.close();
        }
        return Outcome.of(Map.of())
                .with("messages_per_s", handled.sum() * 1e9 / (endedNanos - beganNanos))
                .with("statements_per_message", (double) (probe.statements() - statements) / handled.sum())
                .with("handled", (double) handled.sum());
    }
}
