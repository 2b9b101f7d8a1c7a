package dev.dormouse.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The Markdown page of one section, with its charts beside it. */
public final class Page {
    private final Section section;
    private final List<String> machine;

    public Page(Section section, List<String> machine) {
        this.section = section;
        this.machine = machine;
    }

    /** Writes everything into this folder; returns the page. */
    public Path writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        Map<String, String> charts = Charts.of(section.scenario(), section.rows());
        for (Map.Entry<String, String> chart : charts.entrySet()) {
            Files.writeString(folder.resolve(chart.getKey()), chart.getValue());
        }
        return Files.writeString(folder.resolve(section.scenario() + ".md"), markdown(charts.keySet()));
    }

    private String markdown(Iterable<String> charts) {
        StringBuilder page = new StringBuilder();
        page.append("# ").append(section.scenario()).append("\n\n");
        machine.forEach(line -> page.append("- ").append(line).append('\n'));
        page.append('\n').append(section.explanation()).append("\n\n").append(section.figures());
        charts.forEach(chart ->
                page.append("\n![").append(chart).append("](").append(chart).append(")\n"));
        return page.toString();
    }
}
