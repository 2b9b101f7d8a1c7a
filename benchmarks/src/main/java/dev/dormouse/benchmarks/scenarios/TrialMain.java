package dev.dormouse.benchmarks.scenarios;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Runs the trial that it reads from standard input, and writes its outcome to standard output. */
public final class TrialMain {

    /** Before what went wrong, where the outcome would stand. */
    public static final String FAILED = "failed ";

    private TrialMain() {}

    public static void main(String[] args) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = input.readLine();
        if (line == null) {
            throw new IllegalArgumentException("Expected a trial on standard input.");
        }
        Trial trial = Wire.read(line, Trial.class);
        int status = 0;
        try {
            Wire.answer(Wire.write(Scenarios.named(trial.scenario()).run(trial)));
        } catch (Exception e) {
            e.printStackTrace();
            Wire.answer(FAILED + String.valueOf(e).lines().findFirst().orElse(""));
            status = 1;
        }
        System.exit(status); // some systems leave threads behind
    }
}
