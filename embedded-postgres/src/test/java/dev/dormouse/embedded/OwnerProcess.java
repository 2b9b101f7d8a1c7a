package dev.dormouse.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another JVM that owns a server, to be killed. It leads a process group of its own, as a job in a terminal does. */
final class OwnerProcess {

    final long pid;
    final long postgresPid;
    final String url;

    private OwnerProcess(long pid, long postgresPid, String url) {
        this.pid = pid;
        this.postgresPid = postgresPid;
        this.url = url;
    }

    /** Runs in the other JVM: starts a server, says where it is, and sits there until it is killed. */
    public static void main(String[] arguments) throws IOException {
        EmbeddedPostgresConfig config = EmbeddedPostgresConfig.defaults().withDataFolder(Path.of(arguments[0]));
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start(config)) {
            System.out.println(ProcessHandle.current().pid());
            System.out.println(
                    Files.readAllLines(postgres.dataFolder().resolve("cluster").resolve("postmaster.pid"))
                            .get(0));
            System.out.println(postgres.jdbcUrl());
            System.in.read();
        }
    }

    static OwnerProcess start(Path folder) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("java.class.path");
        // Job control gives the JVM a process group of its own, whose number is its process id.
        Process shell = new ProcessBuilder(List.of(
                        "bash",
                        "-c",
                        "set -m; \"$@\" & wait",
                        "sh",
                        java,
                        "-cp",
                        classPath,
                        OwnerProcess.class.getName(),
                        folder.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
        return new OwnerProcess(Long.parseLong(lines.readLine()), Long.parseLong(lines.readLine()), lines.readLine());
    }

    void killGroup() throws Exception {
        kill("-" + pid);
    }

    void killAlone() throws Exception {
        kill(Long.toString(pid));
    }

    /** Returns when the JVM has ended: until then its folder is locked, and a busy machine takes its time. */
    private void kill(String target) throws Exception {
        ProcessHandle owner = ProcessHandle.of(pid).orElseThrow();
        Command killed = Command.run(List.of("sh", "-c", "kill -s KILL -- \"$1\"", "sh", target));
        if (!killed.succeeded()) {
            throw new IllegalStateException(killed.output());
        }
        owner.onExit().get(30, TimeUnit.SECONDS);
    }
}
