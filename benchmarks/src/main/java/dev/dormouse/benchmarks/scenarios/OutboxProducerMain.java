package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.OutboxView;
import dev.dormouse.benchmarks.systems.Outboxes;
import dev.dormouse.benchmarks.systems.Producer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Publishes messages when told to on standard input, and says when each commit returned. */
final class OutboxProducerMain {

    private OutboxProducerMain() {}

    public static void main(String[] args) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Trial trial = Wire.read(ProducerMain.line(commands), Trial.class);
        ProducerMain.line(commands); // the purpose is always the same
        try (Producer producer = producer(trial)) {
            Wire.answer("ready");
            new ProducerMain(producer).obey(commands);
        }
        System.exit(0); // some systems leave threads behind
    }

    private static Producer producer(Trial trial) throws Exception {
        if (trial.scenario().equals(OutboxViewScenario.NAME)) {
            return OutboxView.producer(trial.database(), ProducerMain.THREADS);
        }
        Outboxes outbox = trial.systemUnderTest().outbox().orElseThrow();
        return outbox.producer(trial.database(), ProducerMain.THREADS);
    }
}
