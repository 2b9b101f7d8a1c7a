package dev.dormouse.jobs;

/**
 * A count that stops at a limit, because counting on would cost more than the number is worth.
 *
 * @param more there are at least so many; else exactly
 */
public record BoundedCount(long count, boolean more) {

    public static BoundedCount upTo(long max, long counted) {
        return new BoundedCount(Math.min(max, counted), counted > max);
    }

    @Override
    public String toString() {
        return more ? "at least " + count : Long.toString(count);
    }
}
