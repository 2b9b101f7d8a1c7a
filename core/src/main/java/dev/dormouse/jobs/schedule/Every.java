package dev.dormouse.jobs.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Ticks at the multiples of a period, counted from the epoch: no node needs to remember when it began. */
record Every(Duration period) implements Schedule {

    private static final Duration MIN = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofDays(36_525);

    Every {
        if (period.compareTo(MIN) < 0 || period.compareTo(MAX) > 0 || period.toNanosPart() % 1_000_000 != 0) {
            throw new IllegalArgumentException("The period of a schedule must be 1 second to 100 years, in whole"
                    + " milliseconds, not " + period + ", for example PT10S");
        }
    }

    @Override
    public Optional<Instant> next(Instant after) {
        long periods = Math.floorDiv(after.toEpochMilli(), period.toMillis());
        return Optional.of(Instant.ofEpochMilli(Math.multiplyExact(periods + 1, period.toMillis())));
    }
}
