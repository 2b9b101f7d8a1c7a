package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The near end of another process that puts jobs in; {@link ProducerMain} is the far end. Not thread-safe. */
final class ProducerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader answers;

    private ProducerProcess(Process process) {
        this.process = process;
        commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ProducerProcess start(Trial trial, Purpose purpose) throws IOException {
        ProducerProcess producer = new ProducerProcess(ChildJvm.start(ProducerMain.class));
        producer.send(Wire.write(trial));
        producer.send(purpose.name());
        producer.answer(); // ready
        return producer;
    }

    /** Both processes must read the same clock: its time there lies between two times here. */
    void checkClock() throws IOException {
        long before = Stamps.now();
        send("now");
        long there = Long.parseLong(answer());
        long after = Stamps.now();
        if (there < before || there > after) {
            throw new IllegalStateException("The two processes do not share a clock: " + there
                    + " ns there is not between " + before + " and " + after + " ns here.");
        }
    }

    /** One job, now. */
    void one(long jobId, Stamps stamps) throws IOException {
        send("one " + jobId);
        stamps.committed(jobId, Long.parseLong(answer()));
    }

    /** So many jobs at so many per second, whether the others keep up or not; returns when all are committed. */
    void load(long firstId, int count, int rate, Stamps stamps) throws IOException {
        send("load " + firstId + " " + count + " " + rate);
        for (int i = 0; i < count; i++) {
            stamps.committed(firstId + i, Long.parseLong(answer()));
        }
    }

    private void send(String line) throws IOException {
        commands.write(line);
        commands.newLine();
        commands.flush();
    }

    /** Libraries may print to standard output; answers are marked. */
    private String answer() throws IOException {
        String line = answers.readLine();
        while (line != null && !line.startsWith(Wire.MARK)) {
            line = answers.readLine();
        }
        if (line == null) {
            throw new IllegalStateException("The producer process ended; its messages are above.");
        }
        return line.substring(Wire.MARK.length());
    }

    @Override
    public void close() throws IOException {
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
