package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.report.JsonLines;
import dev.dormouse.benchmarks.report.Section;
import dev.dormouse.benchmarks.report.Table;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./dormouse bench}. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures Dormouse side by side with its peers and with the floor.",
        subcommands = {AllCommand.class, PlansCommand.class, MicroCommand.class})
public final class Main implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private Request request = new Request();

    @Option(names = "--json", description = "print one JSON object per line instead of the table")
    private boolean json;

    @Option(names = "--output", description = "folder for the page and the charts (default: target/bench)")
    private Path output = Measuring.defaultOutput();

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

    @Override
    public Integer call() throws Exception {
        try {
            request.check();
        } catch (IllegalArgumentException e) {
            // Picocli prints the sentence and ends with status 2.
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
        try (Measuring measuring = Measuring.start(spec.commandLine().getErr())) {
            Section section = measuring.run(request, command());
            print(section, json, spec.commandLine().getOut());
            measuring.writePage(section, output);
            return section.failed() ? 1 : 0;
        }
    }

    static void print(Section section, boolean json, PrintWriter out) {
        if (json) {
            section.rows().forEach(row -> out.println(JsonLines.line(row)));
        } else {
            out.print(new Table(section.rows()).text());
        }
        out.flush();
    }

    private String command() {
        return "./dormouse bench "
                + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    }
}
