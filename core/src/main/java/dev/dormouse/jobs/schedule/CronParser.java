package dev.dormouse.jobs.schedule;

import java.time.ZoneId;
import java.util.ServiceLoader;

/** Understands cron expressions. Thread-safe. Found on the class path by {@link ServiceLoader}. */
public interface CronParser {

    /**
     * The schedule of this expression, whose fields are local time in this zone. Throws IllegalArgumentException that names
     * the expression, the field and an example.
     */
    Schedule parse(String expression, ZoneId zone);

    static CronParser onClassPath() {
        return ServiceLoader.load(CronParser.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "No CronParser on the class path: add dormouse-cron, or use a schedule with a period"));
    }
}
