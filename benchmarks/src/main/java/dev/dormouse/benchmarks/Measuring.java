package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.report.Page;
import dev.dormouse.benchmarks.report.Section;
import dev.dormouse.benchmarks.scenarios.Scenario;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;

/** A running server, and what is measured on it. */
final class Measuring implements AutoCloseable {
    private final Server server;
    private final PrintWriter progress;
    private final List<String> machine;

    private Measuring(Server server, PrintWriter progress) {
        this.server = server;
        this.progress = progress;
        this.machine = Machine.describe(server.version());
        machine.forEach(progress::println);
    }

    static Measuring start(PrintWriter progress) throws Exception {
        return new Measuring(Server.start(), progress);
    }

    List<String> machine() {
        return machine;
    }

    Section run(Request request, String command) throws InterruptedException {
        Scenario scenario = request.scenario();
        Bench bench = new Bench(server, scenario, progress);
        return new Section(
                scenario.name(),
                scenario.explanation(),
                command,
                bench.run(Plan.of(scenario, request), request.rounds()));
    }

    void writePage(Section section, Path folder) throws IOException {
        progress.println("Page and charts: " + new Page(section, machine).writeTo(folder));
        progress.flush();
    }

    /** Beside what was built, wherever the command was started. */
    static Path defaultOutput() {
        try {
            Path code = Path.of(Measuring.class
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
    public void close() {
        server.close();
    }
}
