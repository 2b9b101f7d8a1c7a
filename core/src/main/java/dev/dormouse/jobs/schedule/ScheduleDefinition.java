package dev.dormouse.jobs.schedule;

import dev.dormouse.jobs.NewJob;
import dev.dormouse.jobs.Uniqueness;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A scheduled job as the store keeps it: the arguments are bytes already.
 *
 * @param job what is enqueued, without what a tick adds to it
 */
public record ScheduleDefinition(
        String name, String timing, String zone, NewJob job, Overlap overlap, CatchUp catchUp) {

    /** Throws IllegalArgumentException (or DateTimeException) if this node cannot understand it. */
    public Schedule schedule() {
        return Schedule.parse(timing, ZoneId.of(zone));
    }

    public boolean sameTiming(String otherTiming, String otherZone) {
        return timing.equals(otherTiming) && zone.equals(otherZone);
    }

    /** The job of one tick; null for one that was asked for outside of the schedule. */
    NewJob jobAt(@Nullable Instant tick) {
        Map<String, String> headers = new TreeMap<>(job.headers());
        headers.put(ScheduledJob.SCHEDULE_HEADER, name);
        if (tick != null) {
            headers.put(ScheduledJob.TICK_HEADER, tick.toString());
        }
        Uniqueness one = overlap == Overlap.ALLOW
                ? null
                : new Uniqueness("schedule:" + name, Uniqueness.Until.FINISHED_OR_PARKED);
        return new NewJob(job.queue(), job.kind(), job.priority(), job.payload(), null, one, job.limitKey(), headers);
    }

    /** The same for the same definition on every node, another one for every other. */
    public String hash() {
        MessageDigest digest = sha256();
        for (String part : new String[] {name, timing, zone, overlap.name(), catchUp.name(), job.queue(), job.kind()}) {
            add(digest, part.getBytes(StandardCharsets.UTF_8));
        }
        add(digest, Integer.toString(job.priority()).getBytes(StandardCharsets.UTF_8));
        add(digest, String.valueOf(job.limitKey()).getBytes(StandardCharsets.UTF_8));
        add(digest, new TreeMap<>(job.headers()).toString().getBytes(StandardCharsets.UTF_8));
        add(digest, job.payload());
        return HexFormat.of().formatHex(digest.digest());
    }

    /** With its length in front, so that no two lists of parts look alike. */
    private static void add(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        digest.update(part);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
