package dev.dormouse.server;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code dormouse bench}, for the list of commands: the launcher starts the benchmarks, which are a module of their own. */
@Command(name = "bench", description = "Measure Dormouse side by side with its peers.")
final class BenchCommand implements Runnable {

    @Unmatched
    List<String> rest = new ArrayList<>();

    @Override
    public void run() {
        throw CommandFailure.usage("bench is started by the launcher and comes first: ./dormouse bench --help.");
    }
}
