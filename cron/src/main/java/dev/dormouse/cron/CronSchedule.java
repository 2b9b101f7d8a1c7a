package dev.dormouse.cron;

import dev.dormouse.jobs.schedule.Schedule;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A cron expression in a zone whose clocks may change. Immutable.
 *
 * <p>An expression that names times of day fires once for each of them, whatever the clocks do: one that the clocks skip
 * fires at the first instant after the gap, and one that they show twice fires the first time. Several that fall into one
 * gap are one tick.
 *
 * <p>An expression that fires in every hour means elapsed time: it fires whenever the clock shows one of its times, also
 * the second time, and what is skipped is not missed. Otherwise "every five minutes" would stand still for an hour.
 */
final class CronSchedule implements Schedule {

    private final CronExpression expression;
    private final ZoneRules rules;

    CronSchedule(CronExpression expression, ZoneRules rules) {
        this.expression = expression;
        this.rules = rules;
    }

    @Override
    public Optional<Instant> next(Instant after) {
        Instant second = after.truncatedTo(ChronoUnit.SECONDS);
        return expression.everyHour() ? nextShown(second) : nextNamed(second);
    }

    private Optional<Instant> nextShown(Instant after) {
        for (Instant from = after; ; ) {
            ZoneOffset offset = rules.getOffset(from);
            Optional<LocalDateTime> time = expression.next(LocalDateTime.ofInstant(from, offset));
            ZoneOffsetTransition change = rules.nextTransition(from);
            if (time.isEmpty() || change == null || time.get().toInstant(offset).isBefore(change.getInstant())) {
                return time.map(local -> local.toInstant(offset));
            }
            from = change.getInstant();
            if (expression.names(change.getDateTimeAfter())) {
                return Optional.of(from);
            }
        }
    }

    private Optional<Instant> nextNamed(Instant after) {
        Optional<LocalDateTime> time = expression.next(highest(after));
        while (time.isPresent() && !instantOf(time.get()).isAfter(after)) {
            time = expression.next(time.get());
        }
        return time.map(this::instantOf);
    }

    /** The highest local time that the clock has shown by then: what it shows again later was fired the first time. */
    private LocalDateTime highest(Instant at) {
        LocalDateTime local = LocalDateTime.ofInstant(at, rules.getOffset(at));
        @Nullable ZoneOffsetTransition change = rules.previousTransition(at.plusSeconds(1));
        if (change == null || !local.isBefore(change.getDateTimeBefore())) {
            return local;
        }
        return change.getDateTimeBefore().minusSeconds(1);
    }

    private Instant instantOf(LocalDateTime time) {
        ZoneOffsetTransition change = rules.getTransition(time);
        if (change == null) {
            return time.toInstant(rules.getOffset(time));
        }
        return change.isGap() ? change.getInstant() : time.toInstant(change.getOffsetBefore());
    }
}
