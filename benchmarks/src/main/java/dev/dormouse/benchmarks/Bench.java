package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.report.Row;
import dev.dormouse.benchmarks.scenarios.ChildJvm;
import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Scenario;
import dev.dormouse.benchmarks.scenarios.Trial;
import dev.dormouse.benchmarks.scenarios.TrialMain;
import dev.dormouse.benchmarks.scenarios.Wire;
import dev.dormouse.benchmarks.systems.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the rounds of a plan, one process per trial, and combines them. */
final class Bench {
    private final Server server;
    private final Scenario scenario;
    private final PrintWriter progress;
    private int failures;

    Bench(Server server, Scenario scenario, PrintWriter progress) {
        this.server = server;
        this.scenario = scenario;
        this.progress = progress;
    }

    List<Row> run(Plan plan, int rounds) throws Exception {
        Map<Plan.Entry, List<Outcome>> outcomes = new LinkedHashMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (Plan.Entry entry : plan.round()) {
                say(
                        "round %d/%d: %s %s %s",
                        round, rounds, scenario.name(), entry.system().name(), describe(entry));
                runOne(entry)
                        .ifPresent(outcome -> outcomes.computeIfAbsent(entry, key -> new ArrayList<>())
                                .add(outcome));
            }
        }
        List<Row> rows = new ArrayList<>();
        for (Plan.Entry entry : plan.round()) {
            if (outcomes.containsKey(entry)) {
                rows.add(Row.of(scenario.name(), entry.system().name(), entry.settings(), outcomes.get(entry)));
            }
        }
        return rows;
    }

    /** How many trials ended without a result. */
    int failures() {
        return failures;
    }

    private Optional<Outcome> runOne(Plan.Entry entry) throws IOException, SQLException, InterruptedException {
        Database database = server.freshDatabase(entry.system().name());
        Trial trial =
                new Trial(scenario.name(), entry.system().name(), entry.settings(), database, server.administration());
        Process process = ChildJvm.start(TrialMain.class);
        try (Writer input = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)) {
            input.write(Wire.write(trial) + "\n");
        }
        Optional<Outcome> outcome = readOutcome(process);
        int status = process.waitFor();
        if (outcome.isEmpty()) {
            failures++;
            say("%s %s ended with status %d and no result", entry.system().name(), describe(entry), status);
        }
        return outcome;
    }

    private static Optional<Outcome> readOutcome(Process process) throws IOException {
        Optional<Outcome> outcome = Optional.empty();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(Wire.MARK)) {
                    outcome = Optional.of(Wire.read(line.substring(Wire.MARK.length()), Outcome.class));
                }
            }
        }
        return outcome;
    }

    private static String describe(Plan.Entry entry) {
        return entry.settings().describe();
    }

    private void say(String pattern, Object... values) {
        progress.printf(pattern + "%n", values);
        progress.flush();
    }
}
