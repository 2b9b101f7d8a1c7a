package dev.dormouse.postgres.migrate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The migrations that ship, in order. Listed and not searched for: class path scanning breaks in repackaged jars. */
final class MigrationFiles {
    static final List<String> NAMES = List.of(
            "V001__base.sql",
            "V002__nodes.sql",
            "V003__jobs.sql",
            "V004__job_queues.sql",
            "V005__job_functions.sql",
            "V006__job_limits.sql",
            "V007__job_schedules.sql",
            "V008__orchestrations.sql",
            "V009__orchestration_functions.sql",
            "V010__outbox.sql",
            "V011__outbox_functions.sql",
            "V012__outbox_suspects.sql",
            "V013__direct_turns.sql",
            "V014__no_jit.sql",
            "V015__lookups.sql",
            "V016__carried_activities.sql",
            "V017__single_turns.sql");

    private MigrationFiles() {}

    /** Read when they are first asked for: most nodes find everything migrated, but all have to look. */
    private static final class Read {
        static final List<Migration> ALL =
                NAMES.stream().map(file -> Migration.of(file, read(file))).toList();
    }

    static List<Migration> all() {
        return Read.ALL;
    }

    private static String read(String file) {
        try (InputStream in = MigrationFiles.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(
                        "The migration " + file + " is missing from the jar; get a complete one.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the migration " + file + " from the jar.", e);
        }
    }
}
