package dev.dormouse.benchmarks.systems;

/**
 * Where and for what a system is set up.
 *
 * @param width how many jobs at once: slots of a worker, threads of a producer
 */
public record Setup(Database database, Purpose purpose, int width) {

    public Setup {
        if (width < 1) {
            throw new IllegalArgumentException("width must be at least 1, but was " + width);
        }
    }
}
