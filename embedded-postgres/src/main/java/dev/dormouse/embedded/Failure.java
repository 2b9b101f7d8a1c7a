package dev.dormouse.embedded;

import dev.dormouse.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns what went wrong into one sentence. */
final class Failure {

    private static final List<String> DISK_FULL =
            List.of("no space left on device", "disk quota exceeded", "check free disk space");
    private static final Pattern COMPLAINT = Pattern.compile("(?:FATAL|PANIC|error): +(.*)");

    private Failure() {}

    static EmbeddedPostgresException of(String what, IOException cause) {
        String message = String.valueOf(cause.getMessage());
        if (isDiskFull(message)) {
            return new EmbeddedPostgresException(
                    Reason.DISK_FULL, what + ": the disk is full (" + message + "); free some space.", cause);
        }
        String detail = cause instanceof AccessDeniedException ? message + ": permission denied" : message;
        return new EmbeddedPostgresException(Reason.FAILED, what + ": " + detail + ".", cause);
    }

    static EmbeddedPostgresException notWritable(Path folder, String why) {
        return new EmbeddedPostgresException(
                Reason.FOLDER_NOT_WRITABLE,
                "The data folder " + folder + " cannot be written (" + why
                        + "); choose another folder or change its permissions.");
    }

    static EmbeddedPostgresException portInUse(int port) {
        return new EmbeddedPostgresException(
                Reason.PORT_IN_USE,
                "Port " + port
                        + " on 127.0.0.1 is in use by another program; choose another port, or 0 for a free one.");
    }

    /** Reads from what PostgreSQL wrote why it ended. */
    static EmbeddedPostgresException said(String what, Path folder, int port, List<String> log) {
        String all = String.join("\n", log).toLowerCase(Locale.ROOT);
        if (isDiskFull(all)) {
            return new EmbeddedPostgresException(
                    Reason.DISK_FULL, what + ": the disk of the data folder " + folder + " is full; free some space.");
        }
        if (all.contains("address already in use")) {
            return portInUse(port);
        }
        if (all.contains("permission denied") || all.contains("read-only file system")) {
            return notWritable(folder, complaint(log));
        }
        return new EmbeddedPostgresException(
                Reason.FAILED, what + " in the data folder " + folder + ": " + complaint(log) + ".");
    }

    /** Children of a killed server hold its memory for a moment; a new one refuses to start until they are gone. */
    static boolean willPass(List<String> log) {
        return log.stream()
                .anyMatch(line -> line.contains("pre-existing shared memory block")
                        || line.contains("could not create shared memory segment: File exists"));
    }

    private static boolean isDiskFull(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return DISK_FULL.stream().anyMatch(lower::contains);
    }

    /** The first complaint is the cause; what follows are its consequences. */
    private static String complaint(List<String> log) {
        for (String line : log) {
            Matcher matcher = COMPLAINT.matcher(line);
            if (matcher.find()) {
                return matcher.group(1).strip();
            }
        }
        return log.isEmpty() ? "it said nothing" : log.get(log.size() - 1).strip();
    }
}
