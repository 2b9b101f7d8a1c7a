package dev.dormouse.jobs.schedule;

import dev.dormouse.jobs.JobRequest;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * A job that is enqueued at every tick of a schedule. Immutable; every {@code with} gives a new one.
 *
 * @param name unique in the schema; by it a changed definition finds the schedule that exists
 * @param timing a cron expression, or {@code @every} and a duration
 * @param zone in which a cron expression is read
 * @param request what is enqueued: kind, arguments, queue, priority, limit key, headers
 */
public record ScheduledJob<T>(
        String name, String timing, ZoneId zone, JobRequest<T> request, Overlap overlap, CatchUp catchUp) {

    /** The header that tells a job by which schedule it was enqueued. */
    public static final String SCHEDULE_HEADER = "dormouse.schedule";
    /** The header that tells a job for which tick it was enqueued, as an ISO-8601 instant. */
    public static final String TICK_HEADER = "dormouse.tick";

    public ScheduledJob {
        Objects.requireNonNull(overlap, "overlap");
        Objects.requireNonNull(catchUp, "catchUp");
        requireName(name);
        if (request.start() != null || request.uniqueness() != null) {
            throw new IllegalArgumentException("The request of schedule " + name
                    + " must have no start and no unique key: its timing and its overlap say that");
        }
        parse(name, timing, zone);
    }

    /** For example {@code 0 9 * * MON-FRI}: at nine o'clock on working days, local time in this zone. */
    public static <T> ScheduledJob<T> cron(String name, String expression, ZoneId zone, JobRequest<T> request) {
        return new ScheduledJob<>(name, expression.strip(), zone, request, Overlap.ALLOW, CatchUp.ONE);
    }

    /** At the multiples of the period since 1970-01-01T00:00Z. */
    public static <T> ScheduledJob<T> every(String name, Duration period, JobRequest<T> request) {
        String timing = Schedule.EVERY + period;
        return new ScheduledJob<>(name, timing, ZoneOffset.UTC, request, Overlap.ALLOW, CatchUp.ONE);
    }

    public ScheduledJob<T> withOverlap(Overlap overlap) {
        return new ScheduledJob<>(name, timing, zone, request, overlap, catchUp);
    }

    public ScheduledJob<T> withCatchUp(CatchUp catchUp) {
        return new ScheduledJob<>(name, timing, zone, request, overlap, catchUp);
    }

    private static void parse(String name, String timing, ZoneId zone) {
        try {
            Schedule unused = Schedule.parse(timing, zone);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Schedule " + name + ": " + e.getMessage(), e);
        }
    }

    /** Part of a unique key and of headers, so short and without control characters. */
    private static void requireName(String name) {
        if (name.isBlank()
                || name.length() > 60
                || name.chars().anyMatch(c -> c < ' ' || Character.isSurrogate((char) c))) {
            throw new IllegalArgumentException(
                    "The name of a schedule must have 1 to 60 plain characters: '" + name + "'");
        }
    }
}
