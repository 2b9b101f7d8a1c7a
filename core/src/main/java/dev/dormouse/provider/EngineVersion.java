package dev.dormouse.provider;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of the runtime that began an execution; only runtimes that can replay it may go on with it. */
public record EngineVersion(int major, int minor, int patch) implements Comparable<EngineVersion> {

    private static final int PART_MAX = 999;
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");

    public EngineVersion {
        for (int part : new int[] {major, minor, patch}) {
            if (part < 0 || part > PART_MAX) {
                throw new IllegalArgumentException("each part of a version must be within 0 to 999: " + part);
            }
        }
    }

    public static EngineVersion parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a version looks like 1.2.3, not like " + text);
        }
        return new EngineVersion(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)));
    }

    /** One number that sorts as versions do. */
    public int packed() {
        return (major * (PART_MAX + 1) + minor) * (PART_MAX + 1) + patch;
    }

    public static EngineVersion unpack(int packed) {
        int size = PART_MAX + 1;
        return new EngineVersion(packed / (size * size), packed / size % size, packed % size);
    }

    @Override
    public int compareTo(EngineVersion other) {
        return Integer.compare(packed(), other.packed());
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
