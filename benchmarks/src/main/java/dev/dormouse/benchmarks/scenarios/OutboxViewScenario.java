package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.OutboxView;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** From the commit of a business transaction to its view model in Redis. */
final class OutboxViewScenario implements Scenario {
    static final String NAME = "outbox-view";
    private static final int SAMPLES = 200;
    private static final int WARM_UP_CARTS = 500;
    private static final int WARM_UP_RATE = 100;
    private static final int LONG_IDLENESS_SECONDS = 60;
    private static final Duration IDLENESS = Duration.ofMillis(400);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String explanation() {
        return "From the return of a commit that inserted a row and published a message, in another process, to the view"
                + " model in a real Redis: the first after so many seconds of idleness, each of the others after 0.4 s.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        if (!system.name().equals("dormouse")) { // no other has a sink for it
            return List.of();
        }
        return List.of(Settings.none()
                .with("samples", options.jobsOr(SAMPLES))
                .with("idle_seconds", options.secondsOr(LONG_IDLENESS_SECONDS)));
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        Stamps stamps = new Stamps(WARM_UP_CARTS + trial.settings().number("samples"));
        try (OutboxView view = OutboxView.start(trial.database(), stamps::started);
                ProducerProcess producer = ProducerProcess.publishing(trial)) {
            producer.checkClock();
            producer.load(0, WARM_UP_CARTS, WARM_UP_RATE, stamps);
            OutboxPickupScenario.await(stamps, WARM_UP_CARTS);
            Pause.of(Duration.ofSeconds(trial.settings().number("idle_seconds")));
            for (int id = WARM_UP_CARTS; id < stamps.capacity(); id++) {
                producer.one(id, stamps);
                OutboxPickupScenario.await(stamps, id + 1);
                Pause.of(IDLENESS.plusMillis(ThreadLocalRandom.current().nextInt(100)));
            }
            return outcome(stamps, view);
        }
    }

    private static Outcome outcome(Stamps stamps, OutboxView view) {
        Latencies first = stamps.pickup(WARM_UP_CARTS, WARM_UP_CARTS + 1);
        return Outcome.of(Map.of())
                .withLatencies(stamps.pickup(WARM_UP_CARTS, stamps.capacity()))
                .with("first_ms", first.maxMillis())
                .with("missing", (double) (stamps.capacity() - view.count()))
                .with("by_fallback", (double) view.fallbackFinds());
    }
}
