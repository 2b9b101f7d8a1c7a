package dev.dormouse.cron;

import java.util.List;

/** The fields of an expression, in order, with examples for those who got one wrong. */
enum CronField {
    SECOND("second", "0-59", "*/10"),
    MINUTE("minute", "0-59", "*/5"),
    HOUR("hour", "0-23", "9-17"),
    DAY_OF_MONTH("day of month", "1-31 or L", "1,15"),
    MONTH("month", "1-12 or JAN-DEC", "JAN,JUL"),
    DAY_OF_WEEK("day of week", "0-7 or SUN-SAT", "MON-FRI");

    static final List<CronField> WITH_SECONDS = List.of(values());
    static final List<CronField> WITHOUT_SECONDS = WITH_SECONDS.subList(1, WITH_SECONDS.size());

    final String words;
    final String range;
    final String example;

    CronField(String words, String range, String example) {
        this.words = words;
        this.range = range;
        this.example = example;
    }
}
