package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Outboxes;
import dev.dormouse.benchmarks.systems.Producer;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** From the return of the commit that published a message to the call of the sink. */
final class OutboxPickupScenario implements Scenario {
    private static final int SAMPLES = 100;

    /** Enough for the compiler to have seen to both sides. */
    private static final int WARM_UP_MESSAGES = 2_000;

    private static final int WARM_UP_RATE = 200;
    /** Longer than a relay takes to fall asleep. */
    private static final Duration IDLENESS = Duration.ofMillis(400);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String FROM = "from";
    private static final String OTHER_PROCESS = "other-process";
    private static final String SAME_PROCESS = "same-process";

    @Override
    public String name() {
        return "outbox-pickup";
    }

    @Override
    public String explanation() {
        return "From the return of the commit that published a message to the call of the sink: single messages after at"
                + " least 0.4 s of idleness, from another process and from the relay's own. The floor is LISTEN and one"
                + " claim.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        if (system.outbox().isEmpty()) {
            return List.of();
        }
        Settings settings = Settings.none().with("samples", options.jobsOr(SAMPLES));
        return List.of(settings.with(FROM, OTHER_PROCESS), settings.with(FROM, SAME_PROCESS));
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        Outboxes outbox = trial.systemUnderTest().outbox().orElseThrow();
        outbox.install(trial.database(), Purpose.LATENCY);
        Stamps stamps = new Stamps(WARM_UP_MESSAGES + trial.settings().number("samples"));
        try (Worker relay = outbox.relay(trial.database(), Purpose.LATENCY, stamps::started)) {
            Pause.of(Duration.ofSeconds(trial.systemUnderTest().settleSeconds()));
            if (trial.settings().text(FROM).equals(SAME_PROCESS)) {
                fromHere(relay, stamps);
            } else {
                fromThere(trial, stamps);
            }
        }
        return Outcome.of(Map.of())
                .withLatencies(stamps.pickup(WARM_UP_MESSAGES, stamps.capacity()))
                .with("not_started", (double) (stamps.capacity() - stamps.startedCount()));
    }

    private static void fromThere(Trial trial, Stamps stamps) throws Exception {
        try (ProducerProcess producer = ProducerProcess.publishing(trial)) {
            producer.checkClock();
            producer.load(0, WARM_UP_MESSAGES, WARM_UP_RATE, stamps);
            singly(stamps, id -> producer.one(id, stamps));
        }
    }

    private static void fromHere(Worker relay, Stamps stamps) throws Exception {
        try (Producer producer = relay.producer(1)) {
            for (int id = 0; id < WARM_UP_MESSAGES; id++) {
                producer.enqueue(id);
            }
            singly(stamps, id -> {
                producer.enqueue(id);
                stamps.committed(id, Stamps.now());
            });
        }
    }

    private interface Publish {
        void one(int id) throws Exception;
    }

    private static void singly(Stamps stamps, Publish publish) throws Exception {
        await(stamps, WARM_UP_MESSAGES);
        for (int id = WARM_UP_MESSAGES; id < stamps.capacity(); id++) {
            // The random part keeps the samples from falling into step with anything that polls.
            Pause.of(IDLENESS.plusMillis(ThreadLocalRandom.current().nextInt(100)));
            publish.one(id);
            await(stamps, id + 1);
        }
    }

    static void await(Stamps stamps, int count) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (stamps.startedCount() < count && System.nanoTime() < deadlineNanos) {
            Pause.of(Duration.ofMillis(2));
        }
    }
}
