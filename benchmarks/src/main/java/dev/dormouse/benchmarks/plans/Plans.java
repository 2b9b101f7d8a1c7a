package dev.dormouse.benchmarks.plans;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Writes the plans of all workloads into a folder. */
public final class Plans {
    private final Path folder;
    private final Sizes sizes;
    private final Consumer<Path> written;

    /** How many rows there are while plans are taken. */
    public record Sizes(int shortBacklog, int longBacklog, int messages, int waiting) {
        public static Sizes standard() {
            return new Sizes(1_000, 1_000_000, 100_000, 5_000);
        }
    }

    /** Tells of every page that is written. */
    public Plans(Path folder, Sizes sizes, Consumer<Path> written) {
        this.folder = folder;
        this.sizes = sizes;
        this.written = written;
    }

    public void write() throws Exception {
        Files.createDirectories(folder);
        ShippedStatements statements = ShippedStatements.load();
        Map<String, String> index = new LinkedHashMap<>();
        try (ExplainingServer server = ExplainingServer.start()) {
            Workloads workloads = new Workloads(server);
            save("jobs-short.md", workloads.jobs(sizes.shortBacklog(), 0), statements, server, index);
            save("jobs-long.md", workloads.jobs(sizes.longBacklog(), sizes.longBacklog()), statements, server, index);
            save("outbox.md", workloads.outbox(sizes.messages()), statements, server, index);
            save("orchestrations.md", workloads.orchestrations(sizes.waiting()), statements, server, index);
        }
        writeIndex(index);
    }

    private void save(
            String file,
            PlanPage page,
            ShippedStatements statements,
            ExplainingServer server,
            Map<String, String> index)
            throws IOException {
        String markdown = page.markdown(statements, server.version()).replace("\r\n", "\n");
        written.accept(Files.writeString(folder.resolve(file), markdown));
        index.put(file, page.title());
    }

    private void writeIndex(Map<String, String> index) throws IOException {
        StringBuilder page = new StringBuilder("# Plans\n\nHow the server runs the statements that matter, with the row"
                + " counts that they were taken at: `explain (analyze, buffers)` of real calls, as auto_explain logged"
                + " them. Written by `./dormouse bench plans --write docs/plans`.\n\n");
        index.forEach((file, title) ->
                page.append("- [").append(title).append("](").append(file).append(")\n"));
        written.accept(Files.writeString(folder.resolve("README.md"), page.toString()));
    }
}
