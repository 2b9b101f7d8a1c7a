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
        boolean failures = rows.stream().anyMatch(row -> !row.failures().isEmpty());
        lines.add(line(List.of("system", "config"), metrics.stream(), failures ? List.of("failed") : List.of()));
        for (Row row : rows) {
            lines.add(line(
                    List.of(row.system(), row.config()),
                    metrics.stream().map(name -> cell(row, name)),
                    failures ? List.of(String.join(" ", row.failures())) : List.of()));
        }
    }

    private static List<String> line(List<String> first, Stream<String> figures, List<String> last) {
        return Stream.of(first.stream(), figures, last.stream())
                .flatMap(cells -> cells)
                .toList();
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
            String cells = String.join(
                    " | ",
                    lines.get(i).stream().map(cell -> cell.replace("|", "\\|")).toList());
            text.append("| ").append(cells).append(" |\n");
            if (i == 0) {
                text.append("|---|---|")
                        .append("---:|".repeat(lines.get(0).size() - 2))
                        .append('\n');
            }
        }
        return text.toString();
    }
}
