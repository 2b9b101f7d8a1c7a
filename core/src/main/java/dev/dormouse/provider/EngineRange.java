package dev.dormouse.provider;

/** Engine versions from the one to the other, both included. */
public record EngineRange(EngineVersion from, EngineVersion to) {

    public EngineRange {
        if (from.compareTo(to) > 0) {
            throw new IllegalArgumentException("from must not be above to: " + from + " > " + to);
        }
    }
}
