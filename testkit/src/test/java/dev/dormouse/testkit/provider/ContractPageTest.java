package dev.dormouse.testkit.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The pages that say where each behaviour is shown name tests that exist, and leave none out. */
class ContractPageTest {

    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");

    private static Set<String> tests() {
        return Arrays.stream(ProviderContract.class.getDeclaredClasses())
                .filter(group -> group.isAnnotationPresent(Nested.class))
                .flatMap(group -> Arrays.stream(group.getSuperclass().getDeclaredMethods())
                        .filter(method -> method.isAnnotationPresent(Test.class)
                                || method.isAnnotationPresent(ParameterizedTest.class))
                        .map(method -> group.getSimpleName() + "." + method.getName()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String page(String name) throws IOException {
        return Files.readString(Path.of("..", "docs", name));
    }

    private static Set<String> named(String page) {
        return NAMED.matcher(page)
                .results()
                .map(match -> match.group(1) + "." + match.group(2))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The last table has a row for each group: its name, and the tests without it. */
    private static Stream<String> listed(String page) {
        return Pattern.compile("(?m)^\\| ([A-Z]\\w+) \\| (`.*`) \\|$")
                .matcher(page)
                .results()
                .flatMap(row -> Pattern.compile("\\w+")
                        .matcher(row.group(2))
                        .results()
                        .map(MatchResult::group)
                        .map(test -> row.group(1) + "." + test));
    }

    @Test
    void theContractPageNamesEveryTestAndNoOther() throws IOException {
        String page = page("provider-contract.md");
        Set<String> named = named(page);
        listed(page).forEach(named::add);

        assertThat(named).isEqualTo(tests());
    }

    @Test
    void thePageOfTheDesignDocumentsNamesTestsThatExist() throws IOException {
        Set<String> groups = tests().stream()
                .map(test -> test.substring(0, test.indexOf('.')))
                .collect(Collectors.toSet());

        assertThat(named(page("seeds.md")))
                .filteredOn(test -> groups.contains(test.substring(0, test.indexOf('.'))))
                .isNotEmpty()
                .isSubsetOf(tests());
    }
}
