package dev.dormouse.benchmarks;

import dev.dormouse.benchmarks.scenarios.ChildJvm;
import dev.dormouse.benchmarks.scenarios.Outcome;
import dev.dormouse.benchmarks.scenarios.Trial;
import dev.dormouse.benchmarks.scenarios.TrialMain;
import dev.dormouse.benchmarks.scenarios.Wire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One trial in a process of its own. */
final class TrialProcess {
    /** No trial takes nearly as long; one that does hangs. */
    private static final Duration LIMIT = Duration.ofMinutes(8);

    private TrialProcess() {}

    /** The trial has no outcome; the message says why, in a sentence. */
    static final class FailedException extends Exception {
        private static final long serialVersionUID = 1;

        FailedException(String message) {
            super(message);
        }
    }

    static Outcome run(Trial trial) throws IOException, InterruptedException, FailedException {
        Process process = ChildJvm.start(TrialMain.class);
        CompletableFuture<Process> watchdog = process.onExit().orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS);
        CompletableFuture<Void> unused = watchdog.handle((ended, late) -> {
            process.destroyForcibly();
            return null;
        });
        try (Writer input = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)) {
            input.write(Wire.write(trial) + "\n");
        }
        Optional<String> answer = readAnswer(process);
        int status = process.waitFor();
        return outcome(answer.orElseThrow(() -> new FailedException("It ended with status " + status + " and no result"
                + (watchdog.isCompletedExceptionally() ? ", after " + LIMIT.toMinutes() + " minutes." : "."))));
    }

    private static Outcome outcome(String answer) throws FailedException {
        if (answer.startsWith(TrialMain.FAILED)) {
            throw new FailedException(answer.substring(TrialMain.FAILED.length()));
        }
        return Wire.read(answer, Outcome.class);
    }

    private static Optional<String> readAnswer(Process process) throws IOException {
        Optional<String> answer = Optional.empty();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(Wire.MARK)) {
                    answer = Optional.of(line.substring(Wire.MARK.length()));
                }
            }
        }
        return answer;
    }
}
