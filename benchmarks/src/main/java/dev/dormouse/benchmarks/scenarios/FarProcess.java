package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The near end of another process of a trial: sends it lines and reads its answers. Not thread-safe. */
class FarProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader answers;

    /** Starts a class that reads the trial and the purpose, and answers once it is ready. */
    FarProcess(Class<?> main, Trial trial, Purpose purpose) throws IOException {
        process = ChildJvm.start(main);
        commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        send(Wire.write(trial));
        send(purpose.name());
        answer(); // ready
    }

    final void send(String line) throws IOException {
        commands.write(line);
        commands.newLine();
        commands.flush();
    }

    /** Libraries may print to standard output; answers are marked. */
    final String answer() throws IOException {
        String line = answers.readLine();
        while (line != null && !line.startsWith(Wire.MARK)) {
            line = answers.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("The other process ended; its messages are above.");
        }
        return line.substring(Wire.MARK.length());
    }

    @Override
    public final void close() throws IOException {
        commands.close(); // the far end ends at the end of its input
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
