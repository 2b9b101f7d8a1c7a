package dev.dormouse.sqlite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Another process with the same classes; killed, not ended. */
final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ChildJvm start(Class<?> main, String argument) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ChildJvm(new ProcessBuilder(
                        java.toString(), "-cp", System.getProperty("java.class.path"), main.getName(), argument)
                .redirectErrorStream(true)
                .start());
    }

    /** Reads on until the process says this; its end is a failure. */
    void awaitLine(String expected) throws IOException {
        String line;
        while ((line = output.readLine()) != null) {
            if (line.equals(expected)) {
                return;
            }
        }
        throw new AssertionError("the other process ended without saying " + expected);
    }

    /** As kill -9 does. What it said until then is read to the end; the last number is returned. */
    long kill() throws IOException {
        close();
        long last = 0;
        String line;
        while ((line = output.readLine()) != null) {
            last = Long.parseLong(line);
        }
        return last;
    }

    @Override
    public void close() {
        // Through the handle: the process itself would close its output, and with it what was said last.
        process.toHandle().destroyForcibly();
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
