package dev.dormouse.postgres;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The number of a lane, one kind in one queue; the same as the schema's function {@code job_lane} gives. */
public final class Lanes {

    private static final char SEPARATOR = 31;
    /** Beyond this, in queues or in kinds of one, names are being made up, and each is computed anew. */
    private static final int KNOWN_MAX = 1_000;

    private static final Map<String, Map<String, Long>> KNOWN = new ConcurrentHashMap<>();

    private Lanes() {}

    public static long of(String queue, String kind) {
        Map<String, Long> kinds = KNOWN.get(queue);
        Long known = kinds == null ? null : kinds.get(kind);
        return known != null ? known : learn(queue, kind);
    }

    private static long learn(String queue, String kind) {
        long lane = compute(queue, kind);
        if (KNOWN.size() < KNOWN_MAX) {
            Map<String, Long> kinds = KNOWN.computeIfAbsent(queue, absent -> new ConcurrentHashMap<>());
            if (kinds.size() < KNOWN_MAX) {
                kinds.put(kind, lane);
            }
        }
        return lane;
    }

    private static long compute(String queue, String kind) {
        byte[] names = (queue + SEPARATOR + kind).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.wrap(sha256().digest(names)).getLong();
    }

    public static long[] of(String queue, List<String> kinds) {
        return kinds.stream().mapToLong(kind -> of(queue, kind)).toArray();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
