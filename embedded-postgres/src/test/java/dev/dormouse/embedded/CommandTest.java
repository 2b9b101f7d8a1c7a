package dev.dormouse.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandTest {

    @TempDir
    private Path folder;

    @Test
    void whatAProgramSaysIsKept() {
        assertThat(Command.run(List.of("sh", "-c", "echo said; exit 3"))).isEqualTo(new Command(3, "said"));
    }

    @Test
    void aProgramThatIsNotThereHasFailed() {
        Command command = Command.run(List.of(folder.resolve("absent").toString()));

        assertThat(command.succeeded()).isFalse();
        assertThat(command.output()).contains("absent");
    }

    /** As it happens to one that was unpacked just now, while another thread began a process. */
    @Test
    void aProgramThatIsStillOpenForWritingIsTriedAgain() throws Exception {
        Path program = folder.resolve("program");
        Files.createFile(program);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        FutureTask<Command> command = new FutureTask<>(() -> Command.run(List.of(program.toString())));
        Thread thread = new Thread(command);
        try (OutputStream writer = Files.newOutputStream(program)) {
            writer.write("#!/bin/sh\necho ran\n".getBytes(StandardCharsets.UTF_8));
            thread.start();
            while (thread.getState() != Thread.State.TIMED_WAITING && !command.isDone()) {
                Thread.onSpinWait();
            }
            assertThat(command.isDone()).as("given up").isFalse();
        }
        assertThat(command.get(30, TimeUnit.SECONDS)).isEqualTo(new Command(0, "ran"));
    }
}
