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
        // One peer's validator logs through jboss-logging; this sends it where all others log.
        String logging = "-Dorg.jboss.logging.provider=slf4j";
        Process process = new ProcessBuilder(
                        java, HEAP, logging, "-cp", System.getProperty("java.class.path"), main.getName())
                .redirectError(Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly)); // whoever stops us stops it too
        return process;
    }
}
