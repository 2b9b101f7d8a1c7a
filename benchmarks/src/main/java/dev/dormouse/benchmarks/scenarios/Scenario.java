package dev.dormouse.benchmarks.scenarios;

import dev.dormouse.benchmarks.systems.SystemUnderTest;
import java.util.List;

/** One kind of measurement. Stateless: planning happens in one process, each run in another. */
public interface Scenario {

    /** As on the command line. */
    String name();

    /** One sentence for the Markdown page: what is measured and how. */
    String explanation();

    /** The configurations to run this system in. */
    List<Settings> plan(SystemUnderTest system, Options options);

    /** Runs one trial against an empty database. */
    Outcome run(Trial trial) throws Exception;
}
