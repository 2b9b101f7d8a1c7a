package dev.dormouse.postgres.migrate;

import java.util.List;

/**
 * What a run did: the version it found (0 for a new schema), the version it left, and the files it applied in between.
 */
public record MigrationResult(int fromVersion, int toVersion, List<String> applied) {
    public MigrationResult {
        applied = List.copyOf(applied);
    }

    /** False where the schema was already at its version, also because another node was quicker. */
    public boolean changed() {
        return !applied.isEmpty();
    }
}
