package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that say which test shows what name tests that exist. */
class NamedTestsTest {

    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)\\.([a-z]\\w+)`");
    private static final Path ROOT = Path.of("..");

    @ParameterizedTest
    @ValueSource(strings = {"reference-behaviours.md", "seeds.md"})
    void everyTestOnThePageExists(String name) throws IOException {
        Map<String, Path> sources = sources();
        List<String> missing = NAMED.matcher(
                        Files.readString(ROOT.resolve("docs").resolve(name)))
                .results()
                .filter(match ->
                        !match.group(1).equals("Group") && !match.group(2).startsWith("with"))
                .filter(match -> !exists(sources, match.group(1), match.group(2)))
                .map(match -> match.group())
                .distinct()
                .toList();
        assertThat(missing).isEmpty();
    }

    /** A group of the contract goes by its short name. */
    private static boolean exists(Map<String, Path> sources, String type, String method) {
        Path file = sources.getOrDefault(type + "Contract", sources.get(type));
        try {
            return file != null && Files.readString(file).contains(" " + method + "(");
        } catch (IOException e) {
            throw new AssertionError(file + " cannot be read", e);
        }
    }

    private static Map<String, Path> sources() throws IOException {
        Map<String, Path> byType = new HashMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.map(path -> path.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .forEach(file -> byType.put(
                                    String.valueOf(file.getFileName()).replace(".java", ""), file));
                }
            }
        }
        return byType;
    }
}
