package dev.dormouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The README shows code that compiles: its Java blocks are parts of the programs here, to the letter. */
class ReadmeTest {

    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @Test
    void theCodeInTheReadmeIsTheCodeOfTheExamples() throws IOException {
        String sources = normalised(read("examples/src/main/java/dev/dormouse/examples/FirstJob.java")
                + read("examples/src/main/java/dev/dormouse/examples/Transactions.java")
                + read("examples/src/main/java/dev/dormouse/examples/Publishing.java")
                + read("examples/src/main/java/dev/dormouse/examples/orchestrations/Hello.java"));
        List<String> blocks = JAVA_BLOCK
                .matcher(read("README.md"))
                .results()
                .map(match -> normalised(match.group(1)))
                .toList();
        assertThat(blocks).isNotEmpty();
        assertThat(blocks).allSatisfy(block -> assertThat(sources).contains(block));
    }

    private static String read(String file) throws IOException {
        return Files.readString(Path.of("..", file));
    }

    /** Indentation differs between a document and a class. */
    private static String normalised(String code) {
        return code.replaceAll("\\s+", " ").strip();
    }
}
