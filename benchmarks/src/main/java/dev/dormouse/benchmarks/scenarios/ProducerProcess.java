package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import java.io.IOException;

/** The near end of another process that puts jobs in; {@link ProducerMain} is the far end. Not thread-safe. */
final class ProducerProcess extends FarProcess {

    private ProducerProcess(Class<?> main, Trial trial, Purpose purpose) throws IOException {
        super(main, trial, purpose);
    }

    static ProducerProcess start(Trial trial, Purpose purpose) throws IOException {
        return new ProducerProcess(ProducerMain.class, trial, purpose);
    }

    /** One that publishes messages. */
    static ProducerProcess publishing(Trial trial) throws IOException {
        return new ProducerProcess(OutboxProducerMain.class, trial, Purpose.LATENCY);
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
}
