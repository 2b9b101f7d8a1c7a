package dev.dormouse.postgres.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SchemaNameTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"dormouse", "Dormouse", "my schema", "a\"b", "it's", "haselmäuse", "ヤマネ", "PG_x", "a$$b", "1"})
    void anyNameOfPostgresIsTaken(String name) {
        assertThat(SchemaName.of(name).name()).isEqualTo(name);
    }

    @Test
    void quotesAreDoubledInTheIdentifier() {
        assertThat(SchemaName.of("a\"b c").quoted()).isEqualTo("\"a\"\"b c\"");
    }

    @Test
    void lengthCountsBytesAndNotCharacters() {
        assertThat(SchemaName.of("ä".repeat(31) + "x").name()).hasSize(32);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SchemaName.of("ä".repeat(32)))
                .withMessageContaining("64 bytes")
                .withMessageContaining("shorter");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\0b", "pg_dormouse", "information_schema", "\ud800"})
    void aNameThatCannotBeIsRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> SchemaName.of(name));
    }

    @Test
    void channelIsTheSameForEveryNodeAndFitsPostgres() {
        String channel = SchemaName.of("x".repeat(63)).channel();

        assertThat(channel).matches("dormouse_[0-9a-f]{32}");
        assertThat(SchemaName.of("dormouse").channel())
                .isEqualTo("dormouse_" + DORMOUSE_HASH)
                .isNotEqualTo(SchemaName.of("Dormouse").channel());
    }

    /** Written down, since nodes of different versions must agree on it. */
    private static final String DORMOUSE_HASH = "a501da99884c819536cb1d93d958f045";
}
