package dev.dormouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.testkit.TestSchema;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The first program runs, as a process of its own, and ends when told to. */
class FirstJobIT {

    @Test
    void theFirstJobGreetsTheWorld() throws Exception {
        try (TestSchema schema = TestSchema.create()) {
            Process program = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            FirstJob.class.getName(),
                            schema.url())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8))) {
                assertThat(out.readLine()).isEqualTo("Hello, world");
                program.destroy();
                assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
            } finally {
                program.destroyForcibly();
            }
        }
    }
}
