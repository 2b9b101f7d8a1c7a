package dev.dormouse.benchmarks.report;

import java.util.List;
import java.util.Optional;

/** All rows of a run, to read figures off. */
final class Run {
    private final List<Row> rows;

    private Run(List<Row> rows) {
        this.rows = rows;
    }

    static Run of(List<Section> sections) {
        return new Run(
                sections.stream().flatMap(section -> section.rows().stream()).toList());
    }

    /** Which figure: of which scenario, of the configuration that has these settings. */
    record Figure(String scenario, String metric, List<String> settings) {
        static Figure of(String scenario, String metric, String... settings) {
            return new Figure(scenario, metric, List.of(settings));
        }
    }

    /** The last one that was measured, so that what is repeated with more care counts. */
    Optional<Double> find(String system, Figure figure) {
        return rows.stream()
                .filter(row -> row.scenario().equals(figure.scenario())
                        && row.system().equals(system)
                        && row.has(figure.settings().toArray(String[]::new))
                        && row.metrics().containsKey(figure.metric()))
                .map(row -> row.metrics().get(figure.metric()))
                .reduce((first, second) -> second);
    }

    /** As above, of a configuration that says nothing of this setting. */
    Optional<Double> findWithout(String setting, Figure figure) {
        return new Run(rows.stream()
                        .filter(row -> !row.config().contains(setting + "="))
                        .toList())
                .find("dormouse", figure);
    }

    Optional<Double> ratio(Optional<Double> figure, Optional<Double> to) {
        return figure.flatMap(one -> to.filter(other -> other != 0).map(other -> one / other));
    }
}
