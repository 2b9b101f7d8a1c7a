package dev.dormouse.postgres.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class SqlTemplateTest {
    private static final SchemaName HOSTILE = SchemaName.of("it's \"$$\" {schema_name}");

    @Test
    void schemaIsQuotedInCode() {
        assertThat(fill("select * from {schema}.job", HOSTILE))
                .isEqualTo("select * from \"it's \"\"$$\"\" {schema_name}\".job");
    }

    @Test
    void schemaIsEscapedForTheLiteralAroundIt() {
        assertThat(fill("select to_regclass('{schema}.job'), '{schema_name}'", HOSTILE))
                .isEqualTo(
                        "select to_regclass('\"it''s \"\"$$\"\" {schema_name}\".job'), 'it''s \"$$\" {schema_name}'");
        assertThat(fill("select E'\\'{schema_name}'", SchemaName.of("a\\'b"))).isEqualTo("select E'\\'a\\\\''b'");
    }

    @Test
    void schemaCannotCloseTheBodyAroundIt() {
        assertThat(fill("do $$ select '{schema_name}' $$", HOSTILE))
                .isEqualTo("do $_$ select 'it''s \"$$\" {schema_name}' $_$");
    }

    @Test
    void channelIsFilledIn() {
        SchemaName schema = SchemaName.of("dormouse");
        assertThat(fill("listen {channel}; select pg_notify('{channel}', '')", schema))
                .isEqualTo("listen " + schema.channel() + "; select pg_notify('" + schema.channel() + "', '')");
    }

    @Test
    void commentsAndOtherBracesStay() {
        String text = "select '{}'::jsonb, '{a,b}' -- in {schema}";
        assertThat(fill(text, HOSTILE)).isEqualTo(text);
    }

    @Test
    void placesWhereAPlaceholderMakesNoSenseAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> fill("select \"{schema}\"", HOSTILE));
        assertThatIllegalArgumentException().isThrownBy(() -> fill("select {schema_name}", HOSTILE));
    }

    private static String fill(String text, SchemaName schema) {
        return SqlTemplate.fill(text, schema);
    }
}
