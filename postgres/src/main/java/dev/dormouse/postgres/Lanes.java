package dev.dormouse.postgres;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/** The number of a lane, one kind in one queue; the same as the schema's function {@code job_lane} gives. */
public final class Lanes {

    private static final char SEPARATOR = 31;

    private Lanes() {}

    public static long of(String queue, String kind) {
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
