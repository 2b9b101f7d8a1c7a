package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.Purpose;
import dev.dormouse.benchmarks.systems.Worker;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Works when told to on standard input, and says how many jobs it has handled. */
final class WorkerMain {
    private final Trial trial;
    private final Purpose purpose;
    private final LongAdder handled = new LongAdder();
    private @Nullable Worker worker;

    private WorkerMain(Trial trial, Purpose purpose) {
        this.trial = trial;
        this.purpose = purpose;
    }

    public static void main(String[] args) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        WorkerMain main =
                new WorkerMain(Wire.read(commands.readLine(), Trial.class), Purpose.valueOf(commands.readLine()));
        Wire.answer("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            main.obey(line);
        }
        System.exit(0); // some systems leave threads behind
    }

    private void obey(String command) throws Exception {
        switch (command) {
            case "start" ->
                worker = trial.systemUnderTest()
                        .worker(trial.setup(purpose, trial.settings().number("slots")), jobId -> handled.increment());
            case "stop" -> {
                if (worker != null) {
                    worker.close();
                }
            }
            default -> throw new IllegalArgumentException("Unknown command \"" + command + "\".");
        }
        Wire.answer(Long.toString(handled.sumThenReset()));
    }
}
