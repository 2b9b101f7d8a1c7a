package dev.dormouse.benchmarks.scenarios;

/**
 * What the command line asks of a scenario; 0 means that the scenario decides.
 *
 * @param seconds how long to measure
 * @param jobs how many jobs to drain
 * @param backlog how many jobs wait before a sustained run begins
 * @param holdXmin whether a transaction is held open throughout
 */
public record Options(int seconds, int jobs, int backlog, boolean holdXmin) {

    public Options {
        requireNotNegative("seconds", seconds);
        requireNotNegative("jobs", jobs);
        requireNotNegative("backlog", backlog);
    }

    public static Options defaults() {
        return new Options(0, 0, 0, false);
    }

    public int secondsOr(int fallback) {
        return seconds == 0 ? fallback : seconds;
    }

    public int jobsOr(int fallback) {
        return jobs == 0 ? fallback : jobs;
    }

    private static void requireNotNegative(String name, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    "--" + name + " must not be negative, but was " + value + "; leave it out for the default.");
        }
    }
}
