package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.SystemUnderTest;
import java.util.List;
import java.util.Optional;

/** One kind of measurement. Stateless: planning happens in one process, each run in another. */
public interface Scenario {

    /** As on the command line. */
    String name();

    /** One sentence for the Markdown page: what is measured and how. */
    String explanation();

    /** The configurations to run this system in. */
    List<Settings> plan(SystemUnderTest system, Options options);

    /**
     * Trials with the same answer run at the same time: only where all of them are idle nearly always, so that none can be
     * seen in another's figures. Empty for a trial that wants the machine to itself.
     */
    default Optional<String> heat(SystemUnderTest system, Settings settings) {
        return Optional.empty();
    }

    /** Runs one trial against an empty database. */
    Outcome run(Trial trial) throws Exception;
}
