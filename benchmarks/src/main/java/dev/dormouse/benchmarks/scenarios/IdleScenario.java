package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a worker with nothing to do costs the database. */
final class IdleScenario implements Scenario {
    private static final int SLOTS = 10;
    /** Others that run side by side with it are being started meanwhile. */
    private static final Duration SETTLE_MORE = Duration.ofSeconds(7);

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String explanation() {
        return "Statements per second of a worker with nothing to do, counted by pg_stat_statements, and the connections"
                + " that it holds; with default settings and with settings for low latency. Dormouse has four queues by default, and"
                + " with \"everything\" also an outbox route and orchestrations.";
    }

    @Override
    public List<Settings> plan(SystemUnderTest system, Options options) {
        Settings settings = Settings.none().with("seconds", options.secondsOr(60));
        return system.idlePurposes().stream()
                .map(purpose -> settings.with("settings", purpose.name().toLowerCase(Locale.ROOT)))
                .toList();
    }

    /** Idle workers do not disturb each other, and their statements are counted by database. */
    @Override
    public Optional<String> heat(SystemUnderTest system, Settings settings) {
        return Optional.of("idle");
    }

    @Override
    public Outcome run(Trial trial) throws Exception {
        Purpose purpose = Purpose.valueOf(trial.settings().text("settings").toUpperCase(Locale.ROOT));
        SystemUnderTest system = trial.systemUnderTest();
        system.install(trial.database(), purpose);
        Worker worker = system.worker(trial.setup(purpose, SLOTS), jobId -> {});
        try (worker;
                Probe probe = new Probe(trial)) {
            Pause.of(Duration.ofSeconds(system.settleSeconds()).plus(SETTLE_MORE));
            return watch(probe, worker, trial.settings().number("seconds"));
        }
    }

    private static Outcome watch(Probe probe, Worker worker, int seconds) throws Exception {
        long before = probe.statements();
        long beganNanos = System.nanoTime();
        Pause.of(Duration.ofSeconds(seconds));
        double elapsed = (System.nanoTime() - beganNanos) / 1e9;
        long statements = probe.statements() - before;
        long connections = probe.connections();
        return Outcome.of(Map.of())
                .with("idle_statements_per_s", statements / elapsed)
                .with("connections", (double) connections)
                .with("connections_beyond_pool", (double) connections - worker.pooledConnections());
    }
}
