package dev.dormouse.benchmarks.report;

import java.util.Optional;
import java.util.function.Function;

/**
 * A speed that Dormouse is held to, and how it is read off a run.
 *
 * @param subject what part of Dormouse it is about
 * @param reading the figure, or empty if the run did not measure it
 */
record SpeedLine(String subject, String text, Bound bound, Function<Run, Optional<Double>> reading) {

    /** On which side of a value the figure has to be. */
    record Bound(boolean most, double value) {
        static Bound atMost(double value) {
            return new Bound(true, value);
        }

        static Bound atLeast(double value) {
            return new Bound(false, value);
        }

        boolean holds(double figure) {
            return most ? figure <= value : figure >= value;
        }

        @Override
        public String toString() {
            return (most ? "at most " : "at least ") + Figures.show(value);
        }
    }

    /** As a row of the table. */
    String markdown(Run run) {
        Optional<Double> figure = reading.apply(run);
        return "| %s | %s | %s | %s | %s |%n"
                .formatted(
                        subject,
                        text,
                        bound,
                        figure.map(Figures::show).orElse("not measured"),
                        figure.map(value -> bound.holds(value) ? "yes" : "**no**")
                                .orElse(""))
                .replace("\r\n", "\n");
    }
}
