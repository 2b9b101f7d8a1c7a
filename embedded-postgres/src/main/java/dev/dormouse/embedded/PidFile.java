package dev.dormouse.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** PostgreSQL's {@code postmaster.pid}: the process on its first line, whether it is ready on its eighth. */
final class PidFile {

    private static final int STATUS_LINE = 7;
    /** Above every system's limit, so that PostgreSQL finds nobody with it. */
    private static final String NOBODYS_PID = "2147483646";

    private final Path cluster;
    private final Path file;

    PidFile(Path cluster) {
        this.cluster = cluster;
        this.file = cluster.resolve("postmaster.pid");
    }

    boolean saysReady(long pid) throws IOException {
        List<String> lines = lines();
        return lines.size() > STATUS_LINE
                && lines.get(0).strip().equals(Long.toString(pid))
                && lines.get(STATUS_LINE).strip().equals("ready");
    }

    /**
     * Makes way for a new server, given that nobody owns the folder: ends one whose owner and watchdog were killed, and
     * disarms a number that now belongs to some other program.
     */
    void clearLeftover() throws IOException {
        Optional<ProcessHandle> process = process();
        if (process.isEmpty()) {
            return;
        }
        if (isOurs(process.get())) {
            end(process.get());
        } else {
            disarm();
        }
    }

    private void disarm() throws IOException {
        // Kept otherwise as it is: PostgreSQL looks in it for the shared memory of the old server's children.
        List<String> lines = new ArrayList<>(lines());
        if (lines.isEmpty()) {
            return; // A server that was just ending by itself has removed it.
        }
        lines.set(0, NOBODYS_PID);
        Files.write(file, lines);
    }

    private Optional<ProcessHandle> process() throws IOException {
        List<String> lines = lines();
        if (lines.isEmpty() || !lines.get(0).strip().matches("\\d{1,18}")) {
            return Optional.empty();
        }
        return ProcessHandle.of(Long.parseLong(lines.get(0).strip())).filter(ProcessHandle::isAlive);
    }

    private boolean isOurs(ProcessHandle process) {
        return process.info()
                .arguments()
                .map(arguments -> List.of(arguments).contains(cluster.toString()))
                .orElse(false);
    }

    private static void end(ProcessHandle process) {
        signal("INT", process);
        if (!ended(process, Duration.ofSeconds(20))) {
            signal("QUIT", process);
        }
        if (!ended(process, Duration.ofSeconds(10))) {
            process.destroyForcibly();
            ended(process, Duration.ofSeconds(10));
        }
    }

    private static void signal(String name, ProcessHandle process) {
        Command.run(List.of("kill", "-s", name, Long.toString(process.pid())));
    }

    private static boolean ended(ProcessHandle process, Duration patience) {
        try {
            process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !process.isAlive();
    }

    private List<String> lines() throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }
}
