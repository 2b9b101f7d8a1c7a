package dev.dormouse.postgres;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How things stand after a look. */
record RelayStatus(
        boolean freeLanes,
        boolean lanesLeft,
        boolean hollow,
        Map<Integer, Long> firsts,
        long last,
        List<Integer> owned,
        List<Integer> wanted,
        int mostElsewhere,
        @Nullable Long delayedMillis,
        @Nullable Long heldMillis,
        @Nullable Long leaseMillis,
        boolean leaseHeld) {

    /** How long a lane is kept for the node that asked for it. */
    private static final Duration RESERVED = Duration.ofSeconds(1);

    /** After a look that began with nothing and asked no further: these are all lanes that the node has. */
    static RelayStatus untold(List<Long> taken) {
        List<Integer> owned = taken.stream().map(Long::intValue).toList();
        return new RelayStatus(false, false, false, Map.of(), 0, owned, List.of(), 0, null, null, null, true);
    }

    static RelayStatus read(ResultSet rows) throws SQLException {
        rows.next();
        return new RelayStatus(
                rows.getBoolean("free_lanes"),
                rows.getBoolean("lanes_left"),
                rows.getBoolean("hollow"),
                firsts(rows),
                rows.getLong("last_seq"),
                lanes(rows.getArray("owned")),
                lanes(rows.getArray("wanted")),
                rows.getInt("most_elsewhere"),
                rows.getObject("delayed_in_ms", Long.class),
                rows.getObject("held_in_ms", Long.class),
                rows.getObject("lease_ends_in_ms", Long.class),
                rows.getBoolean("lease_held"));
    }

    private static Map<Integer, Long> firsts(ResultSet rows) throws SQLException {
        List<Integer> lanes = lanes(rows.getArray("busy_lanes"));
        Long[] seqs = (Long[]) rows.getArray("busy_seqs").getArray();
        Map<Integer, Long> firsts = new HashMap<>();
        for (int i = 0; i < seqs.length; i++) {
            firsts.put(lanes.get(i), seqs[i]);
        }
        return firsts;
    }

    private static List<Integer> lanes(Array array) throws SQLException {
        return Arrays.asList((Integer[]) array.getArray());
    }

    boolean delayedOverdue() {
        return delayedMillis != null && delayedMillis <= 0;
    }

    boolean leaseOverdue() {
        return leaseMillis != null && leaseMillis <= 0;
    }

    boolean overdue() {
        return delayedOverdue() || leaseOverdue() || (heldMillis != null && heldMillis <= 0);
    }

    @Nullable
    Duration nextDue() {
        long next = Math.min(later(delayedMillis), Math.min(later(heldMillis), later(leaseMillis)));
        if (lanesLeft && !freeLanes) {
            next = Math.min(next, RESERVED.toMillis());
        }
        return next == Long.MAX_VALUE ? null : Duration.ofMillis(next);
    }

    private static long later(@Nullable Long millis) {
        return millis == null || millis <= 0 ? Long.MAX_VALUE : millis;
    }
}
