package dev.dormouse.jobs.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** A rule for instants. Immutable, and pure: the same question always has the same answer. */
@FunctionalInterface
public interface Schedule {

    /** How the text of a schedule with a period begins; an ISO-8601 duration follows. */
    String EVERY = "@every ";

    /** The first tick after this instant; empty if there is none any more. */
    Optional<Instant> next(Instant after);

    /** Ticks at the multiples of the period since 1970-01-01T00:00Z, whenever and wherever it is asked. */
    static Schedule every(Duration period) {
        return new Every(period);
    }

    /** A cron expression, or {@code @every} and a duration such as {@code PT10S}. */
    static Schedule parse(String timing, ZoneId zone) {
        return timing.startsWith(EVERY)
                ? every(period(timing))
                : CronParser.onClassPath().parse(timing, zone);
    }

    private static Duration period(String timing) {
        try {
            return Duration.parse(timing.substring(EVERY.length()).strip());
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "The schedule '" + timing + "' needs an ISO-8601 duration after @every, for example '@every PT10S'",
                    e);
        }
    }
}
