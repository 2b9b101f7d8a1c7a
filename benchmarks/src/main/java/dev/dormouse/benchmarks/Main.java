package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.report.JsonLines;
import dev.dormouse.benchmarks.report.Page;
import dev.dormouse.benchmarks.report.Row;
import dev.dormouse.benchmarks.report.Table;
import dev.dormouse.benchmarks.scenarios.Options;
import dev.dormouse.benchmarks.scenarios.Scenario;
import dev.dormouse.benchmarks.scenarios.Scenarios;
import dev.dormouse.benchmarks.systems.SystemUnderTest;
import dev.dormouse.benchmarks.systems.Systems;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./dormouse bench}. */
@Command(name = "bench", description = "Measures Dormouse side by side with its peers and with the floor.")
public final class Main implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "<scenario>", description = "idle, latency, drain, enqueue or sustained")
    private String scenario = "";

    @Option(names = "--systems", split = ",", description = "comma-separated; all of them if left out")
    private List<String> systems = List.of();

    @Option(names = "--seconds", description = "how long to measure; the scenario's default if left out")
    private int seconds;

    @Option(names = "--jobs", description = "jobs to drain, samples of latency; the scenario's default if left out")
    private int jobs;

    @Option(names = "--backlog", description = "sustained: jobs that wait before it begins")
    private int backlog;

    @Option(names = "--hold-xmin", description = "sustained: hold a transaction open throughout")
    private boolean holdXmin;

    @Option(names = "--rounds", defaultValue = "2", description = "interleaved rounds (default: ${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--json", description = "print one JSON object per line instead of the table")
    private boolean json;

    @Option(names = "--output", description = "folder for the page and the charts (default: target/bench)")
    private Path output = defaultOutput();

    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setParameterExceptionHandler(Main::explain);
    }

    /** One sentence; who wants the usage asks with {@code --help}. */
    private static int explain(ParameterException refusal, String[] args) {
        CommandLine commandLine = refusal.getCommandLine();
        commandLine.getErr().println(refusal.getMessage());
        return commandLine.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Beside what was built, wherever the command was started. */
    private static Path defaultOutput() {
        try {
            Path code = Path.of(Main.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return code.resolveSibling("bench");
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The location of the benchmarks is not a path", e);
        }
    }

    @Override
    public Integer call() throws Exception {
        Scenario chosen = chosenScenario();
        List<SystemUnderTest> chosenSystems = chosenSystems();
        Plan plan = Plan.of(chosen, chosenSystems, options());
        try (Server server = Server.start()) {
            List<String> machine = Machine.describe(server.version());
            PrintWriter progress = spec.commandLine().getErr();
            machine.forEach(progress::println);
            Bench bench = new Bench(server, chosen, progress);
            List<Row> rows = bench.run(plan, rounds);
            print(rows);
            Page page = new Page(chosen.name(), chosen.explanation(), command(), machine, rows);
            progress.println("Page and charts: " + page.writeTo(output));
            return bench.failures() == 0 ? 0 : 1;
        }
    }

    private void print(List<Row> rows) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            rows.forEach(row -> out.println(JsonLines.line(row)));
        } else {
            out.print(new Table(rows).text());
        }
        out.flush();
    }

    private Scenario chosenScenario() {
        try {
            return Scenarios.named(scenario);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private List<SystemUnderTest> chosenSystems() {
        try {
            return systems.isEmpty()
                    ? Systems.all()
                    : systems.stream().map(Systems::named).toList();
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    private Options options() {
        if (rounds < 1) {
            throw refused(new IllegalArgumentException("--rounds must be at least 1, but was " + rounds + "."));
        }
        try {
            return new Options(seconds, jobs, backlog, holdXmin);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    /** Picocli prints the sentence and ends with status 2. */
    private ParameterException refused(IllegalArgumentException cause) {
        return new ParameterException(spec.commandLine(), String.valueOf(cause.getMessage()), cause);
    }

    private String command() {
        return "./dormouse bench "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }
}
