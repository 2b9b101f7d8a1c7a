package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.report.Row;
import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Scenario;
import dev.dormouse.benchmarks.scenarios.Trial;
import dev.dormouse.benchmarks.systems.Database;
import dev.dormouse.benchmarks.systems.Threads;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs the rounds of a plan, one process per trial, and combines them. A trial that fails is a row that says so. */
final class Bench {
    /** Between the starts of trials that run side by side: a machine that starts a dozen at once keeps none of them well. */
    private static final Duration STAGGER = Duration.ofSeconds(1);

    private final Server server;
    private final Scenario scenario;
    private final PrintWriter progress;

    Bench(Server server, Scenario scenario, PrintWriter progress) {
        this.server = server;
        this.scenario = scenario;
        this.progress = progress;
    }

    List<Row> run(Plan plan, int rounds) throws InterruptedException {
        Map<Plan.Entry, Results> results = new LinkedHashMap<>();
        plan.entries().forEach(entry -> results.put(entry, new Results()));
        for (int round = 1; round <= rounds; round++) {
            for (List<Plan.Entry> heat : plan.heats()) {
                for (Plan.Entry entry : heat) {
                    say("round %d/%d: %s %s", round, rounds, scenario.name(), describe(entry));
                }
                Threads.runAll(heat.size(), i -> {
                    Thread.sleep(i * STAGGER.toMillis());
                    Plan.Entry entry = heat.get(i);
                    runOne(entry, Objects.requireNonNull(results.get(entry)));
                });
            }
        }
        List<Row> rows = new ArrayList<>();
        results.forEach((entry, result) -> rows.add(
                Row.of(scenario.name(), entry.system().name(), entry.settings(), result.outcomes, result.failures)));
        return rows;
    }

    private void runOne(Plan.Entry entry, Results results) throws IOException, SQLException, InterruptedException {
        Database database = server.freshDatabase(entry.system().name());
        try {
            Trial trial = new Trial(
                    scenario.name(), entry.system().name(), entry.settings(), database, server.administration());
            results.outcomes.add(TrialProcess.run(trial));
        } catch (TrialProcess.FailedException e) {
            String failure = String.valueOf(e.getMessage());
            results.failures.add(failure);
            say("%s failed: %s", describe(entry), failure);
        } finally {
            server.drop(database);
        }
    }

    private static String describe(Plan.Entry entry) {
        return entry.system().name() + " " + entry.settings().describe();
    }

    private synchronized void say(String pattern, Object... values) {
        progress.printf(pattern + "%n", values);
        progress.flush();
    }

    /** Of one entry's rounds; used by one thread at a time. */
    private static final class Results {
        final List<Outcome> outcomes = new ArrayList<>();
        final List<String> failures = new ArrayList<>();
    }
}
