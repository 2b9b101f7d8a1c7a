package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.report.Section;
import dev.dormouse.benchmarks.report.WholePage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./dormouse bench all}: the commands of {@link StandardRun}, one after the other on one server. */
@Command(
        name = "all",
        mixinStandardHelpOptions = true,
        description = "A full run, and a page that says which lines of speed are reached.")
final class AllCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--write", description = "the page, as in docs/benchmarks.md (default: target/bench/all.md)")
    private @Nullable Path write;

    @Option(names = "--json", description = "print one JSON object per line instead of the tables")
    private boolean json;

    @Option(names = "--only", split = ",", description = "these scenarios only; comma-separated")
    private List<String> only = List.of();

    @Option(names = "--output", description = "folder for the pages and charts (default: target/bench)")
    private Path output = Measuring.defaultOutput();

    @Override
    public Integer call() throws Exception {
        PrintWriter progress = spec.commandLine().getErr();
        List<Section> sections = new ArrayList<>();
        long beganNanos = System.nanoTime();
        try (Measuring measuring = Measuring.start(progress)) {
            for (String words : commands()) {
                Section section = measuring.run(Request.parse(words), "./dormouse bench " + words);
                sections.add(section);
                Main.print(section, json, spec.commandLine().getOut());
                measuring.writePage(section, output);
                // After every one, so that whatever happens next leaves what there is.
                progress.println("Page: " + writePage(measuring.machine(), sections, System.nanoTime() - beganNanos));
                progress.flush();
            }
        }
        return sections.stream().anyMatch(Section::failed) ? 1 : 0;
    }

    private List<String> commands() {
        return StandardRun.commands().stream()
                .filter(words -> only.isEmpty() || only.contains(words.split(" ", -1)[0]))
                .toList();
    }

    private Path writePage(List<String> machine, List<Section> sections, long tookNanos) throws IOException {
        Path page = write == null ? output.resolve("all.md") : write;
        Path folder = page.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        String took = "Duration of the run: " + Duration.ofNanos(tookNanos).toMinutes() + " minutes";
        return Files.writeString(
                page, new WholePage("./dormouse bench all", machine).markdown(sections, List.of(took)));
    }
}
