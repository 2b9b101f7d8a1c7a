package dev.dormouse.benchmarks.report;

import java.util.List;

/** One line of a chart; {@code xs} and {@code ys} are of the same length. */
record Curve(String label, List<Double> xs, List<Double> ys) {

    Curve {
        if (xs.size() != ys.size()) {
            throw new IllegalArgumentException(
                    "Curve \"" + label + "\" has " + xs.size() + " x values but " + ys.size() + " y values");
        }
    }
}
