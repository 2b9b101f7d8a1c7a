package dev.dormouse.benchmarks.report;

import java.util.List;

/**
 * What one command measured.
 *
 * @param explanation what the scenario measures and how
 * @param command repeats it
 */
public record Section(String scenario, String explanation, String command, List<Row> rows) {

    /** Whether any round of any system has no figures. */
    public boolean failed() {
        return rows.stream().anyMatch(row -> !row.failures().isEmpty());
    }

    /** The command and its table. */
    String figures() {
        return "    " + command + "\n\n" + new Table(rows).markdown();
    }
}
