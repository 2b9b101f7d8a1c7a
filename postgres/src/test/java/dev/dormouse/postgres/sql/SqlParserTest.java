package dev.dormouse.postgres.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlParserTest {
    @Test
    void aNameBecomesAQuestionMarkAtEachPlace() {
        Sql sql = parse("select :a, :b_2, :a::int[] where x=:a");

        assertThat(sql.text()).isEqualTo("select ?, ?, ?::int[] where x=?");
        assertThat(sql.parameter("a").positions).containsExactly(1, 3, 4);
        assertThat(sql.parameter("b_2").positions).containsExactly(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "select 1::int",
                "select 'a:b'",
                "select 'it''s :b'",
                "select E'it\\'s :b'",
                "select \"a:b\", \"q\"\":b\"",
                "select $$ :a $$",
                "select $fn$ :a $$ :b $fn$",
                "select a$b$c, $1",
                "call f(a := 1)",
                "select a[1 : n]",
                "select 'one'\n'two'",
            })
    void whatIsNoParameterIsLeftAlone(String text) {
        Sql sql = parse(text);

        assertThat(sql.text()).isEqualTo(text);
        assertThat(sql.parameterNames()).isEmpty();
    }

    @Test
    void aPrefixIsPartOfTheLiteralOnlyWhenItStandsAlone() {
        assertThat(parse("select name'\\' || :a").parameterNames()).containsExactly("a");
        assertThat(parse("select e'\\' || :a'").parameterNames()).isEmpty();
    }

    @Test
    void commentsDoNotTravel() {
        assertThat(parse("""
                -- why: it's :a
                select 1 -- :b
                     , 2 /* nested /* :c */ " */ + 3
                """).text()).isEqualTo("select 1\n, 2 + 3");
    }

    @Test
    void aCommentStillSeparates() {
        assertThat(parse("select/* */1").text()).isEqualTo("select 1");
    }

    @Test
    void minusAndSlashAreOperators() {
        assertThat(parse("select 1 - 2 / :a").text()).isEqualTo("select 1 - 2 / ?");
    }

    @Test
    void operatorsWithAQuestionMarkReachTheServer() {
        assertThat(parse("select a ? 'k' and b = :b").text()).isEqualTo("select a ?? 'k' and b = ?");
    }

    @Test
    void severalStatementsStayTogether() {
        assertThat(parse("set local a = b;\n\nselect :a;\n").text()).isEqualTo("set local a = b;\nselect ?;");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {"select 'x,literal", "select $a$ x,dollar_quote", "select /* x,comment", "select \"x,identifier"})
    void whatIsNeverClosedIsNamed(String text, String kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("\n" + text))
                .withMessageContaining(kind)
                .withMessageContaining("line 2");
    }

    @Test
    void anUnknownNameIsRefusedWithTheNamesThereAre() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("select :a").parameter("b"))
                .withMessage("There is no parameter :b in test.sql, which has [a].");
    }

    @Test
    void statementsOfSeveralFilesCountTheirParametersTogether() {
        Sql together = Sql.together(List.of(parse("select :a, :b, :a"), parse("select 1"), parse("select :b, :c")));
        assertThat(together.text()).isEqualTo("select ?, ?, ?;\nselect 1;\nselect ?, ?");
        assertThat(together.parameter("a").positions).containsExactly(1, 3);
        assertThat(together.parameter("b").positions).containsExactly(2, 4);
        assertThat(together.parameter("c").positions).containsExactly(5);
    }

    private static Sql parse(String text) {
        return SqlParser.parse("test.sql", text);
    }
}
