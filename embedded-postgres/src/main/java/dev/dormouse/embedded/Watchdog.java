package dev.dormouse.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A running PostgreSQL and the small shell that is its parent.
 *
 * <pre>
 *   this process ──pipe──► watchdog (session of its own) ──► postgres
 * </pre>
 *
 * <p>When this process ends, even by {@code kill -9} of its whole process group, the pipe ends and the watchdog stops
 * PostgreSQL. Ctrl-C in a terminal reaches neither of the two, so shutdown hooks can still use the database; that is
 * also why there is no shutdown hook here.
 */
final class Watchdog {

    private static final String SCRIPT = script();

    /** macOS has no setsid, but a bash whose job control needs no terminal, unlike that of other shells. */
    private static final String OWN_SESSION = """
            if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
            exec bash -c '
            trap "" HUP INT TERM
            exec 3<&0
            set -m
            "$@" <&3 3<&- &
            exec 3<&-
            wait' bash "$@"
            """;

    private final OutputStream commands;
    private final CompletableFuture<Long> pid = new CompletableFuture<>();
    /** Completed when PostgreSQL has ended. */
    private final CompletableFuture<Void> exit = new CompletableFuture<>();
    /** Completed when the watchdog has ended as well. */
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    private Watchdog(Process process) {
        this.commands = process.getOutputStream();
        Thread reader = new Thread(() -> read(process.getInputStream()), "dormouse-postgres-watchdog");
        reader.setDaemon(true);
        reader.start();
    }

    static Watchdog start(Account account, List<String> command, Path log, String temporaryFolder) throws IOException {
        List<String> all = new ArrayList<>(List.of("sh", "-c", OWN_SESSION, "sh"));
        all.addAll(account.prefix());
        all.addAll(List.of("sh", "-c", SCRIPT, "dormouse-watchdog", temporaryFolder));
        all.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(all).redirectError(log.toFile());
        builder.environment().put("LC_ALL", "C");
        return new Watchdog(builder.start());
    }

    /** PostgreSQL's process id, or -1 if it could not even be started. */
    long pid() throws InterruptedException {
        try {
            return pid.get();
        } catch (ExecutionException e) {
            return -1;
        }
    }

    /** Waits for PostgreSQL to end, and says whether it did. */
    boolean ended(Duration patience) throws InterruptedException {
        return completed(exit, patience);
    }

    /** Stops PostgreSQL: running transactions are rolled back, connections closed, everything written. */
    void stop() {
        say("stop");
        exit.join();
    }

    /** Stops PostgreSQL as a power cut would: the next start recovers. */
    void crash() {
        say("crash");
        exit.join();
    }

    /** Lets the watchdog end without deleting a temporary folder. */
    void leaveFolder() {
        say("keep");
        leave();
    }

    /** Lets the watchdog end, which deletes a temporary folder. */
    void leave() {
        try {
            commands.close();
        } catch (IOException e) {
            // The watchdog is gone already, which is what was asked for.
            gone.complete(null);
        }
        gone.join();
    }

    private void say(String command) {
        try {
            commands.write((command + "\n").getBytes(StandardCharsets.US_ASCII));
            commands.flush();
        } catch (IOException e) {
            // A watchdog that was killed hears nothing; its PostgreSQL is ended as a leftover by the next start.
            exit.complete(null);
        }
    }

    private void read(InputStream stream) {
        try (var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("exit ")) {
                    exit.complete(null);
                } else {
                    pid.complete(Long.parseLong(line));
                }
            }
        } catch (IOException | NumberFormatException e) {
            pid.completeExceptionally(e);
        } finally {
            pid.completeExceptionally(new IOException("The watchdog ended."));
            exit.complete(null);
            gone.complete(null);
        }
    }

    private static boolean completed(CompletableFuture<Void> future, Duration patience) throws InterruptedException {
        try {
            future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String script() {
        try (InputStream stream = Watchdog.class.getResourceAsStream("watchdog.sh")) {
            if (stream == null) {
                throw new IllegalStateException("watchdog.sh is missing from the jar");
            }
            // The comments are for us, not for those who list the processes.
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^ *#.*\n|^\n", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
