package dev.dormouse.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a short external program to its end and keeps what it said. */
record Command(int exitCode, String output) {

    private static final Duration BUSY_MAX = Duration.ofSeconds(5);
    private static final Duration BUSY_PAUSE = Duration.ofMillis(10);

    boolean succeeded() {
        return exitCode == 0;
    }

    /** Runs the program; one that cannot be started counts as failed. */
    static Command run(List<String> program) {
        try {
            return start(program);
        } catch (IOException e) {
            return new Command(127, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Command(130, "interrupted");
        }
    }

    static Command run(List<String> prefix, String... program) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(List.of(program));
        return run(all);
    }

    private static Command start(List<String> program) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(program).redirectErrorStream(true);
        // Messages are read by us, so they must be in English; the cluster has the C locale anyway.
        builder.environment().put("LC_ALL", "C");
        Process process = begin(builder);
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Command(process.waitFor(), output.strip());
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * A program that was written just now may seem to be in use: whatever else this process begins at that moment has the file
     * open too, until it becomes a program of its own.
     */
    private static Process begin(ProcessBuilder builder) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + BUSY_MAX.toNanos();
        while (true) {
            try {
                return builder.start();
            } catch (IOException e) {
                boolean busy = String.valueOf(e.getMessage()).contains("Text file busy");
                if (!busy || System.nanoTime() > deadlineNanos) {
                    throw e;
                }
                TimeUnit.NANOSECONDS.sleep(BUSY_PAUSE.toNanos());
            }
        }
    }
}
