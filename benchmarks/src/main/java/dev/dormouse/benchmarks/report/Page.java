package dev.dormouse.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The Markdown page of one run, with its charts beside it. */
public final class Page {
    private final String scenario;
    private final String explanation;
    private final String command;
    private final List<String> machine;
    private final List<Row> rows;

    public Page(String scenario, String explanation, String command, List<String> machine, List<Row> rows) {
        this.scenario = scenario;
        this.explanation = explanation;
        this.command = command;
        this.machine = machine;
        this.rows = rows;
    }

    /** Writes everything into this folder; returns the page. */
    public Path writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Map<String, String> charts = Charts.of(scenario, rows);
        for (Map.Entry<String, String> chart : charts.entrySet()) {
            Files.writeString(folder.resolve(chart.getKey()), chart.getValue());
        }
        return Files.writeString(folder.resolve(scenario + ".md"), markdown(charts.keySet()));
    }

    private String markdown(Iterable<String> charts) {
        StringBuilder page = new StringBuilder();
        page.append("# ").append(scenario).append("\n\n").append(explanation).append("\n\n");
        page.append("    ").append(command).append("\n\n");
        machine.forEach(line -> page.append("- ").append(line).append('\n'));
        page.append('\n').append(new Table(rows).markdown());
        charts.forEach(chart ->
                page.append("\n![").append(chart).append("](").append(chart).append(")\n"));
        return page.toString();
    }
}
