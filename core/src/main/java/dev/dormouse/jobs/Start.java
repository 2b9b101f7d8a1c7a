package dev.dormouse.jobs;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** When a job may start, by the database's clock. */
public sealed interface Start {

    /** PostgreSQL knows later times, but nobody means them. */
    Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    /** Nor longer delays than this. */
    Duration LONGEST = ChronoUnit.YEARS.getDuration().multipliedBy(1000);

    /** A while from now. */
    record After(Duration delay) implements Start {
        public After {
            if (delay.isNegative()) {
                throw new IllegalArgumentException("delay must not be negative: " + delay);
            }
            if (delay.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("delay must be below a thousand years: " + delay);
            }
        }
    }

    /** At an instant; one in the past means at once. */
    record At(Instant instant) implements Start {
        public At {
            if (instant.isBefore(Instant.EPOCH) || instant.isAfter(LATEST)) {
                throw new IllegalArgumentException(
                        "runAt must be between " + Instant.EPOCH + " and " + LATEST + ": " + instant);
            }
        }
    }
}
