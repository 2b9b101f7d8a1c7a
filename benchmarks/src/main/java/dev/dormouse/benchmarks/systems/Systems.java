package dev.dormouse.benchmarks.systems;

import java.util.List;
import java.util.Optional;

/** All systems, in the order of the tables. */
public final class Systems {
    private static final List<SystemUnderTest> ALL = List.of(
            new DormouseJobs(), new Floor(), new DbScheduler(), new JobRunr(), new Dbos(), new GruelboxOutbox());

    private Systems() {}

    public static List<SystemUnderTest> all() {
        return ALL;
    }

    public static List<String> names() {
        return ALL.stream().map(SystemUnderTest::name).toList();
    }

    public static Optional<SystemUnderTest> find(String name) {
        return ALL.stream().filter(system -> system.name().equals(name)).findFirst();
    }

    public static SystemUnderTest named(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no system \"" + name + "\"; choose from " + String.join(", ", names()) + "."));
    }
}
