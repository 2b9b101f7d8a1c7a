package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Producer;
import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.Threads;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Puts jobs in when told to on standard input, and says when each commit returned. */
final class ProducerMain {
    static final int THREADS = 16;

    private final Producer producer;

    ProducerMain(Producer producer) {
        this.producer = producer;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Trial trial = Wire.read(line(commands), Trial.class);
        Purpose purpose = Purpose.valueOf(line(commands));
        try (Producer producer = trial.systemUnderTest().producer(trial.setup(purpose, THREADS))) {
            Wire.answer("ready");
            new ProducerMain(producer).obey(commands);
        }
        System.exit(0); // some systems leave threads behind
    }

    static String line(BufferedReader commands) throws IOException {
        String line = commands.readLine();
        if (line == null) {
            throw new IllegalArgumentException("Expected a trial and a purpose on standard input.");
        }
        return line;
    }

    void obey(BufferedReader commands) throws Exception {
        String line = commands.readLine();
        while (line != null) {
            String[] words = line.split(" ", -1);
            switch (words[0]) {
                case "now" -> Wire.answer(Long.toString(Stamps.now()));
                case "one" -> Wire.answer(Long.toString(enqueue(Long.parseLong(words[1]))));
                case "load" -> load(Long.parseLong(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                default -> throw new IllegalArgumentException("Unknown command \"" + line + "\".");
            }
            line = commands.readLine();
        }
    }

    private long enqueue(long jobId) throws Exception {
        producer.enqueue(jobId);
        return Stamps.now();
    }

    private void load(long firstId, int count, int rate) throws Exception {
        long[] committed = new long[count];
        AtomicInteger next = new AtomicInteger();
        long beganNanos = System.nanoTime();
        Threads.runAll(THREADS, thread -> {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                waitUntil(beganNanos + i * 1_000_000_000L / rate);
                committed[i] = enqueue(firstId + i);
            }
        });
        for (long at : committed) {
            Wire.answer(Long.toString(at));
        }
    }

    private static void waitUntil(long deadlineNanos) {
        long left = deadlineNanos - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = deadlineNanos - System.nanoTime();
        }
    }
}
