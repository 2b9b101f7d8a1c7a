package dev.dormouse.postgres.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One worker process and what can be done to it. */
final class Worker {

    final WorkerSettings settings;
    final Process process;
    volatile boolean suspended;

    private Worker(WorkerSettings settings, Process process) {
        this.settings = settings;
        this.process = process;
    }

    static Worker start(WorkerSettings settings) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.add("-Dorg.slf4j.simpleLogger.showDateTime=true");
        command.add("-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS");
        command.add(WorkerMain.class.getName());
        command.addAll(settings.arguments());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.redirectErrorStream(true).redirectOutput(settings.log().toFile());
        return new Worker(settings, builder.start());
    }

    String name() {
        return settings.name();
    }

    /** As the kernel kills: no hook runs, nothing is flushed. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    void suspend() throws IOException, InterruptedException {
        suspended = true;
        signal("STOP");
    }

    void resume() throws IOException, InterruptedException {
        signal("CONT");
        suspended = false;
    }

    /** Asks it to end, as a supervisor of services would. */
    void terminate() {
        process.destroy();
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .start();
        if (!kill.waitFor(30, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new IOException("could not send SIG" + name + " to worker " + name());
        }
    }

    Optional<WorkerState> state() throws IOException {
        return WorkerState.last(settings.state());
    }

    long entries() throws IOException {
        return Files.exists(settings.ledger()) ? Files.size(settings.ledger()) / LedgerFile.ENTRY_BYTES : 0;
    }
}
