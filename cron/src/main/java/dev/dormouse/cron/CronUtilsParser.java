package dev.dormouse.cron;

import dev.dormouse.jobs.schedule.CronParser;
import dev.dormouse.jobs.schedule.Schedule;
import java.time.ZoneId;

/** Cron expressions of five fields, of six with seconds in front, and nicknames such as {@code @daily}. Thread-safe. */
public final class CronUtilsParser implements CronParser {

    @Override
    public Schedule parse(String expression, ZoneId zone) {
        CronExpression parsed = CronExpression.of(expression);
        return new CronSchedule(parsed, zone.getRules());
    }
}
