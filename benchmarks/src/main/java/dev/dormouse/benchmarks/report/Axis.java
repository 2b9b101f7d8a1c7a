package dev.dormouse.benchmarks.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Maps values to positions between 0 and 1, and says where the ticks go. */
sealed interface Axis {

    double position(double value);

    List<Double> ticks();

    /** From 0 to a round number above the highest value. */
    record Linear(double high) implements Axis {

        static Linear over(Collection<Double> values) {
            double highest =
                    values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
            return new Linear(roundUp(Math.max(highest, 1e-3)));
        }

        private static double roundUp(double value) {
            double decade = Math.pow(10, Math.floor(Math.log10(value)));
            for (double step : new double[] {1, 2, 2.5, 5, 10}) {
                if (value <= step * decade) {
                    return step * decade;
                }
            }
            return 10 * decade;
        }

        @Override
        public double position(double value) {
            return value / high;
        }

        @Override
        public List<Double> ticks() {
            return List.of(0.0, high / 4, high / 2, high * 3 / 4, high);
        }
    }

    /** Whole decades around the values; what is not positive sits at the bottom. */
    record Logarithmic(int lowDecade, int highDecade) implements Axis {

        static Logarithmic over(Collection<Double> values) {
            double lowest = values.stream()
                    .filter(value -> value > 0)
                    .mapToDouble(Double::doubleValue)
                    .min()
                    .orElse(1);
            double highest =
                    values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
            int low = (int) Math.floor(Math.log10(lowest));
            int high = (int) Math.ceil(Math.log10(Math.max(highest, lowest)));
            return new Logarithmic(low, Math.max(high, low + 1));
        }

        @Override
        public double position(double value) {
            double logarithm = value <= 0 ? lowDecade : Math.max(lowDecade, Math.log10(value));
            return (logarithm - lowDecade) / (highDecade - lowDecade);
        }

        @Override
        public List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            for (int decade = lowDecade; decade <= highDecade; decade++) {
                ticks.add(Math.pow(10, decade));
            }
            return ticks;
        }
    }
}
