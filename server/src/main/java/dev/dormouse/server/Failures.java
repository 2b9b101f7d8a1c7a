package dev.dormouse.server;

import dev.dormouse.embedded.EmbeddedPostgresException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Turns any exception into one sentence: what failed, with which value, and what to do.
 *
 * <p>Exceptions of our own carry such a sentence already; for the rest, the SQLSTATE or the kind of the exception decides.
 */
final class Failures {

    private static final Pattern PASSWORD_PARAMETER = Pattern.compile("(?i)((?:ssl)?password=)[^&\\s\"']*");
    private static final Pattern PASSWORD_IN_AUTHORITY = Pattern.compile("(//[^/\\s:@]*:)[^/\\s@]*@");

    private Failures() {}

    static Failure explain(Throwable failure) {
        Throwable cause = tellingCause(failure);
        int exitCode = cause instanceof CommandFailure command ? command.exitCode() : Cli.FAILED;
        return new Failure(redact(firstLine(sentence(cause))), exitCode);
    }

    /** Hides passwords in URLs. */
    static String redact(String text) {
        String hidden = PASSWORD_PARAMETER.matcher(text).replaceAll("$1***");
        return PASSWORD_IN_AUTHORITY.matcher(hidden).replaceAll("$1***@");
    }

    /** The outermost sentence of our own, else what the server or the operating system said, else the failure itself. */
    private static Throwable tellingCause(Throwable failure) {
        return firstOf(failure, Failures::isOurs)
                .or(() -> firstOf(failure, e -> e instanceof SQLException sql && sql.getSQLState() != null))
                .or(() -> firstOf(failure, IOException.class::isInstance))
                .orElse(failure);
    }

    private static Optional<Throwable> firstOf(Throwable failure, Predicate<Throwable> wanted) {
        return Stream.iterate(failure, e -> e != null, Throwable::getCause)
                .limit(20)
                .filter(wanted)
                .findFirst();
    }

    private static boolean isOurs(Throwable failure) {
        return failure instanceof EmbeddedPostgresException
                || failure.getClass().getName().startsWith("dev.dormouse.");
    }

    private static String sentence(Throwable failure) {
        if (isOurs(failure)) {
            return String.valueOf(failure.getMessage());
        }
        if (failure instanceof SQLException sql) {
            Optional<Throwable> nowhere = firstOf(sql, UnknownHostException.class::isInstance);
            if (nowhere.isPresent()) {
                return "The host " + nowhere.get().getMessage() + " is not known; check --url.";
            }
            return ofSql(String.valueOf(sql.getSQLState()), serverMessage(sql));
        }
        if (failure instanceof IOException io) {
            return ofFile(io);
        }
        return "Something unexpected happened: " + failure + "; --verbose shows where.";
    }

    private static String ofSql(String state, String message) {
        return switch (state) {
            case "28P01" ->
                "The server refused the password (" + message + "); check --user and --password or DORMOUSE_PASSWORD.";
            case "28000" -> "The server refused the user (" + message + "); check --user and the server's pg_hba.conf.";
            case "08004" -> "The server refused the connection (" + message + "); check --user and --password.";
            case "3D000" -> "The database of --url was not found (" + message + "); create it or change --url.";
            case "42501" ->
                "The user lacks a privilege (" + message
                        + "); let the owner of the schema run this, or grant the privilege.";
            case "25006" ->
                "The database is read-only for this user (" + message
                        + "); use the primary server and a user whose default_transaction_read_only is off.";
            case "53100" -> "The server's disk is full (" + message + "); free some space there.";
            case "53300" ->
                "The server has no connection left (" + message + "); raise max_connections or stop other clients.";
            case "57P03" -> "The server is not ready (" + message + "); try again in a moment.";
            case "3F000", "42602", "42622", "42939" ->
                "The schema name is not possible (" + message + "); change --schema.";
            default -> ofSqlClass(state, message);
        };
    }

    private static String ofSqlClass(String state, String message) {
        if (state.startsWith("08")) {
            return "No PostgreSQL answers there (" + message + "); check --url and that the server runs.";
        }
        return "The server said: " + message + " (SQLSTATE " + state + "); --verbose shows where.";
    }

    private static String ofFile(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("no space left on device") || lower.contains("disk quota exceeded")) {
            return "The disk is full (" + message + "); free some space.";
        }
        if (failure instanceof AccessDeniedException denied) {
            return "Permission to write " + denied.getFile() + " was denied; choose another folder or change it.";
        }
        String kind = failure instanceof FileSystemException ? "A file operation failed" : "Input or output failed";
        return kind + " (" + failure.getClass().getSimpleName() + ": " + message + "); --verbose shows where.";
    }

    /** Without the severity in front and the full stop at the end, so that it can stand inside a sentence. */
    private static String serverMessage(SQLException failure) {
        String line = firstLine(String.valueOf(failure.getMessage())).replaceFirst("^(ERROR|FATAL): ", "");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }
}
