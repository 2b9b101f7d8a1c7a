package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Scenario;
import dev.dormouse.benchmarks.scenarios.Scenarios;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Systems;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What to measure: the words of one command line. Filled by picocli; asking it for what makes no sense throws. */
final class Request {
    @Parameters(
            arity = "0..1",
            paramLabel = "<scenario>",
            description = "${COMPLETION-CANDIDATES}",
            completionCandidates = ScenarioNames.class)
    private String scenario = "";

    @Option(names = "--systems", split = ",", description = "comma-separated; all of them if left out")
    private List<String> systems = List.of();

    @Option(names = "--only", description = "configurations with this setting only, as in slots=10,100; repeatable")
    private List<String> only = List.of();

    @Option(names = "--seconds", description = "how long to measure; the scenario's default if left out")
    private int seconds;

    @Option(names = "--jobs", description = "jobs to drain, samples of latency; the scenario's default if left out")
    private int jobs;

    @Option(names = "--backlog", description = "sustained: jobs that wait before it begins")
    private int backlog;

    @Option(names = "--hold-xmin", description = "sustained, drain: hold a transaction open throughout")
    private boolean holdXmin;

    @Option(names = "--rounds", defaultValue = "2", description = "interleaved rounds (default: ${DEFAULT-VALUE})")
    private int rounds = 2;

    /** For the usage. */
    static final class ScenarioNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Scenarios.names().iterator();
        }
    }

    /** As on the command line, without the name of the command. */
    static Request parse(String words) {
        Request request = new Request();
        new CommandLine(CommandLine.Model.CommandSpec.create().addMixin("request", mixin(request)))
                .parseArgs(words.split(" ", -1));
        return request;
    }

    private static CommandLine.Model.CommandSpec mixin(Request request) {
        return CommandLine.Model.CommandSpec.forAnnotatedObject(request);
    }

    Scenario scenario() {
        return Scenarios.named(scenario);
    }

    List<SystemUnderTest> systems() {
        return systems.isEmpty()
                ? Systems.all()
                : systems.stream().map(Systems::named).toList();
    }

    Options options() {
        return new Options(seconds, jobs, backlog, holdXmin);
    }

    int rounds() {
        if (rounds < 1) {
            throw new IllegalArgumentException("--rounds must be at least 1, but was " + rounds + ".");
        }
        return rounds;
    }

    /** Values by the name of the setting. */
    Map<String, List<String>> only() {
        Map<String, List<String>> byName = new LinkedHashMap<>();
        for (String filter : only) {
            int equals = filter.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "--only needs a setting and its values, as in slots=10,100, but was \"" + filter + "\".");
            }
            byName.computeIfAbsent(filter.substring(0, equals), key -> new ArrayList<>())
                    .addAll(List.of(filter.substring(equals + 1).split(",", -1)));
        }
        return byName;
    }

    /** Throws for anything that cannot be run, before anything is started. */
    void check() {
        rounds();
        if (scenario.isEmpty()) {
            throw new IllegalArgumentException("Name a scenario: " + String.join(", ", Scenarios.names()) + ".");
        }
        if (Plan.of(scenario(), this).heats().isEmpty()) {
            throw new IllegalArgumentException("None of the chosen systems takes part in " + scenario
                    + " with the chosen settings; leave out --systems or --only to see which do.");
        }
    }
}
