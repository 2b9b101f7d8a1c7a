package dev.dormouse.benchmarks.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The rows as a table, for a terminal or for Markdown. */
public final class Table {
    private final List<List<String>> lines = new ArrayList<>();

    public Table(Collection<Row> rows) {
        Set<String> metrics = new LinkedHashSet<>();
        rows.forEach(row -> metrics.addAll(row.metrics().keySet()));
        lines.add(Stream.concat(Stream.of("system", "config"), metrics.stream()).toList());
        for (Row row : rows) {
            lines.add(Stream.concat(
                            Stream.of(row.system(), row.config()),
                            metrics.stream().map(name -> cell(row, name)))
                    .toList());
        }
    }

    private static String cell(Row row, String metric) {
        Double value = row.metrics().get(metric);
        return value == null ? "" : Figures.show(value);
    }

    /** Columns of equal width, figures to the right. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder padded = new StringBuilder();
            for (int column = 0; column < line.size(); column++) {
                padded.append(pad(line.get(column), column)).append("  ");
            }
            text.append(padded.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private String pad(String cell, int column) {
        int width =
                lines.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
        String blanks = " ".repeat(width - cell.length());
        return column < 2 ? cell + blanks : blanks + cell;
    }

    public String markdown() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            text.append("| ").append(String.join(" | ", lines.get(i))).append(" |\n");
            if (i == 0) {
                text.append("|---|---|")
                        .append("---:|".repeat(lines.get(0).size() - 2))
                        .append('\n');
            }
        }
        return text.toString();
    }
}
