package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.plans.Plans;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./dormouse bench plans}. */
@Command(
        name = "plans",
        mixinStandardHelpOptions = true,
        description = "How the server runs every hot statement, as Markdown pages.")
final class PlansCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--write", description = "the folder, as in docs/plans (default: target/bench/plans)")
    private Path folder = Measuring.defaultOutput().resolve("plans");

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        new Plans(folder, Plans.Sizes.standard(), page -> {
                    out.println(page);
                    out.flush();
                })
                .write();
        return 0;
    }
}
