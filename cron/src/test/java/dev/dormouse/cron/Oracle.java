package dev.dormouse.cron;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * When an expression of five fields fires, found by watching the wall clock minute by minute: slow, and plainly right.
 *
 * <p>Times of day: remember the highest time that the clock has ever shown, and whenever it rises fire if it passed one of
 * the times. Every hour: fire whenever the clock shows one of the times.
 */
final class Oracle {

    private final FieldSet minutes;
    private final FieldSet hours;
    private final FieldSet days;
    private final FieldSet months;
    private final FieldSet weekdays;

    Oracle(String expression) {
        String[] fields = expression.split(" ", -1);
        minutes = FieldSet.of(fields[0], 0, 59);
        hours = FieldSet.of(fields[1], 0, 23);
        days = FieldSet.of(fields[2], 1, 31);
        months = FieldSet.of(fields[3], 1, 12);
        weekdays = FieldSet.of(fields[4], 0, 6);
    }

    /** The ticks after {@code from}, up to and including {@code to}; both in whole minutes. */
    List<Instant> ticks(ZoneId zone, Instant from, Instant to) {
        List<Instant> ticks = new ArrayList<>();
        Instant watchFrom = from.minus(2, ChronoUnit.DAYS);
        LocalDateTime highest = LocalDateTime.ofInstant(watchFrom, zone);
        for (Instant now = watchFrom; !now.isAfter(to); now = now.plusSeconds(60)) {
            LocalDateTime shown = LocalDateTime.ofInstant(now, zone);
            boolean fires = hours.star() ? names(shown) : passed(highest, shown);
            if (shown.isAfter(highest)) {
                highest = shown;
            }
            if (fires && now.isAfter(from)) {
                ticks.add(now);
            }
        }
        return ticks;
    }

    private boolean passed(LocalDateTime highest, LocalDateTime shown) {
        for (LocalDateTime time = highest.plusMinutes(1); !time.isAfter(shown); time = time.plusMinutes(1)) {
            if (names(time)) {
                return true;
            }
        }
        return false;
    }

    private boolean names(LocalDateTime time) {
        return minutes.has(time.getMinute())
                && hours.has(time.getHour())
                && months.has(time.getMonthValue())
                && namesDay(time.getDayOfMonth(), time.getDayOfWeek().getValue() % 7);
    }

    /** With a condition on both, either is enough. */
    private boolean namesDay(int day, int weekday) {
        boolean both = days.has(day) && weekdays.has(weekday);
        boolean either = days.has(day) || weekdays.has(weekday);
        boolean oneGiven = days.star() || weekdays.star();
        return oneGiven ? both : either;
    }
}
