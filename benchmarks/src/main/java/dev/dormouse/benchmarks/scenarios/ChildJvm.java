package dev.dormouse.benchmarks.scenarios;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/** Starts a class of the harness in a JVM of its own, with the class path of this one. */
public final class ChildJvm {
    /** The heap of every process of the harness; shown in the reports. */
    public static final String HEAP = "-Xmx1g";

    private ChildJvm() {}

    public static Process start(Class<?> main) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(java, HEAP, "-cp", System.getProperty("java.class.path"), main.getName())
                .redirectError(Redirect.INHERIT)
                .start();
    }
}
