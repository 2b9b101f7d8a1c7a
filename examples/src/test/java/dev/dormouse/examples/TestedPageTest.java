package dev.dormouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages that say which test shows what name tests that exist. */
class TestedPageTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");

    @ParameterizedTest
    @ValueSource(strings = {"docs/tested.md", "docs/seeds.md"})
    void everyTestThatIsNamedExists(String page) throws IOException {
        Map<String, String> sources = sources();
        TEST.matcher(Files.readString(ROOT.resolve(page))).results().forEach(named -> {
            assertThat(sources).containsKey(named.group(1));
            if (named.group(2) != null) {
                assertThat(sources.get(named.group(1))).as(named.group()).contains("void " + named.group(2) + "(");
            }
        });
    }

    /** The text of every test class, by its name. */
    private static Map<String, String> sources() throws IOException {
        try (Stream<Path> files = Files.find(ROOT, 12, (file, attributes) -> isTest(file.toString()))) {
            return files.collect(Collectors.toMap(TestedPageTest::className, TestedPageTest::read, (a, b) -> a + b));
        }
    }

    private static boolean isTest(String file) {
        return file.contains("/src/test/java/") && (file.endsWith("Test.java") || file.endsWith("IT.java"));
    }

    private static String className(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
