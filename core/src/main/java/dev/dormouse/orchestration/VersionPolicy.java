package dev.dormouse.orchestration;

import dev.dormouse.provider.EngineVersion;
import org.jspecify.annotations.Nullable;

/**
 * Which version of an orchestration an instance gets that asks for none. It is decided once, in the first turn, and stays.
 *
 * @param exact null: the highest that is registered
 */
public record VersionPolicy(@Nullable String exact) {

    public static final VersionPolicy LATEST = new VersionPolicy(null);

    public VersionPolicy {
        if (exact != null) {
            EngineVersion.parse(exact);
        }
    }

    public static VersionPolicy exactly(String version) {
        return new VersionPolicy(version);
    }
}
