package dev.dormouse.benchmarks.plans;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The plans of one workload as a Markdown page.
 *
 * @param rows how many rows the tables had, as it is said on the page
 */
record PlanPage(String title, List<String> rows, List<ExplainedCall> calls) {

    String markdown(ShippedStatements statements, String server) {
        StringBuilder page = new StringBuilder("# ").append(title).append("\n\n");
        page.append("Written by `./dormouse bench plans` on PostgreSQL ")
                .append(server)
                .append(
                        ". Of every statement the plan of a long call is shown, at the 90th percentile.\n\nRows before it began:\n\n");
        rows.forEach(line -> page.append("- ").append(line).append('\n'));
        byFile(statements).forEach((file, group) -> page.append(section(file, group)));
        return page.toString();
    }

    private Map<String, List<ExplainedCall>> byFile(ShippedStatements statements) {
        Map<String, List<ExplainedCall>> byFile = new TreeMap<>();
        for (ExplainedCall call : calls) {
            statements
                    .find(call.query())
                    .ifPresent(file -> byFile.computeIfAbsent(file, key -> new ArrayList<>())
                            .add(call));
        }
        return byFile;
    }

    private static String section(String file, List<ExplainedCall> group) {
        List<ExplainedCall> sorted = group.stream()
                .sorted(Comparator.comparingDouble(ExplainedCall::millis))
                .toList();
        ExplainedCall median = sorted.get(sorted.size() / 2);
        // Most calls of a node that is woken all the time bring little: those under load are what a plan is for.
        ExplainedCall shown = sorted.get(sorted.size() * 9 / 10);
        return String.format(
                Locale.ROOT,
                "%n## %s%n%nCalls: %d, median %.3f ms, longest %.3f ms.%n%n```%n%s%n```%n",
                file,
                sorted.size(),
                median.millis(),
                sorted.get(sorted.size() - 1).millis(),
                shown.plan());
    }
}
