package dev.dormouse.postgres.migrate;

import dev.dormouse.postgres.migrate.SchemaHistory.Entry;
import dev.dormouse.postgres.sql.SchemaName;
import java.util.List;

/** Compares what was applied with what ships: refuses what does not fit, and tells what is left to do. */
record MigrationPlan(SchemaName schema, List<Migration> known) {

    static final int SERVER_VERSION_MIN = 14;

    int version() {
        return known.isEmpty() ? 0 : known.get(known.size() - 1).version();
    }

    static void requireServer(int major, String version) {
        if (major < SERVER_VERSION_MIN) {
            throw new MigrationException("The server is PostgreSQL " + version + ", but Dormouse needs "
                    + SERVER_VERSION_MIN + " or newer; upgrade the server.");
        }
    }

    /** The migrations that are still to be applied, in order. */
    List<Migration> pending(List<Entry> applied) {
        requireNotNewer(applied);
        for (int i = 0; i < applied.size(); i++) {
            requireSame(known.get(i), applied.get(i));
        }
        return known.subList(applied.size(), known.size());
    }

    private void requireNotNewer(List<Entry> applied) {
        if (applied.isEmpty()) {
            return;
        }
        Entry last = applied.get(applied.size() - 1);
        if (last.version() > version()) {
            throw new MigrationException("The schema " + schema.quoted() + " is at version " + last.version() + " ("
                    + last.file() + "), but this Dormouse knows only " + version()
                    + "; run a Dormouse at least as new as the one that migrated the schema.");
        }
    }

    private void requireSame(Migration migration, Entry entry) {
        if (migration.version() != entry.version()) {
            throw new MigrationException("The table migration in the schema " + schema.quoted() + " has "
                    + entry.file() + " where " + migration.file()
                    + " is expected; restore the row that was removed from it.");
        }
        if (!migration.checksum().equals(entry.checksum())) {
            throw new MigrationException("The migration " + migration.file() + " was applied to the schema "
                    + schema.quoted() + " with checksum " + entry.checksum() + ", but this Dormouse ships it with "
                    + migration.checksum()
                    + "; run the Dormouse that applied it, or a release of it: applied files never change.");
        }
    }
}
