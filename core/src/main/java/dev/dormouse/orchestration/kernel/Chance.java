package dev.dormouse.orchestration.kernel;

import java.util.Random;
import java.util.UUID;

/** Randomness that a replay repeats. {@link Random} is specified to the bit, so every JDK gives the same. */
final class Chance {

    private final Random random;
    private final Random ids;

    Chance(long seed) {
        this.random = new Random(seed);
        this.ids = new Random(~seed);
    }

    Random random() {
        return random;
    }

    UUID uuid() {
        long high = (ids.nextLong() & ~0xf000L) | 0x4000L;
        long low = (ids.nextLong() & ~(3L << 62)) | (2L << 62);
        return new UUID(high, low);
    }
}
