package dev.dormouse.orchestration;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;

/** The ids of instances: made here, or checked. */
final class InstanceIds {

    private static final SecureRandom RANDOM = new SecureRandom();

    private InstanceIds() {}

    /** Unique, and in the order in which they are made, to the millisecond (UUID version 7). */
    static String next() {
        long millis = Clock.systemUTC().millis();
        long high = (millis << 16) | 0x7000L | (RANDOM.nextInt() & 0xfffL);
        long low = (RANDOM.nextLong() >>> 2) | Long.MIN_VALUE;
        return new UUID(high, low).toString();
    }

    /** What a client may call an instance that it starts. */
    static String requireRoot(String id, OrchestrationLimits limits) {
        require(id, limits);
        if (id.startsWith("sub::") || id.contains(ChildOptions.SEPARATOR)) {
            throw new IllegalArgumentException("the id of an instance must not begin with sub:: or contain "
                    + ChildOptions.SEPARATOR + ", which is for children: '" + id + "'");
        }
        return id;
    }

    static String require(String id, OrchestrationLimits limits) {
        int bytes = id.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > limits.nameBytesMax()) {
            throw new IllegalArgumentException("the id of an instance has 1 to " + limits.nameBytesMax()
                    + " bytes, not " + bytes + ": '" + id.substring(0, Math.min(40, id.length())) + "'");
        }
        if (id.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("the id of an instance must not contain NUL");
        }
        return id;
    }
}
