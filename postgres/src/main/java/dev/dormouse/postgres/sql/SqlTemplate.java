package dev.dormouse.postgres.sql;

import dev.dormouse.postgres.sql.SqlScanner.Kind;
import java.util.regex.Pattern;

/**
 * Fills the placeholders of an SQL text: the one place where the schema name meets SQL.
 *
 * <p>{@code {schema}} becomes the quoted identifier, in code, in literals ({@code to_regclass('{schema}.job')}) and in
 * function bodies; {@code {channel}} the name of the channel; {@code {schema_name}} the bare name and is for literals
 * only. Each is escaped for the place where it stands, so that no schema name can end the literal or the body around
 * it. Comments are left as they are.
 */
public final class SqlTemplate {
    private static final String SCHEMA = "{schema}";
    private static final String SCHEMA_NAME = "{schema_name}";
    private static final String CHANNEL = "{channel}";

    private final SchemaName schema;

    private SqlTemplate(SchemaName schema) {
        this.schema = schema;
    }

    /** The text with its placeholders filled in for this schema. */
    public static String fill(String text, SchemaName schema) {
        return new SqlTemplate(schema).fill(text);
    }

    private String fill(String text) {
        var filled = new StringBuilder(text.length() + 256);
        var scanner = new SqlScanner(text);
        while (scanner.next()) {
            filled.append(fill(scanner.kind(), scanner.piece()));
        }
        return filled.toString();
    }

    private String fill(Kind kind, String piece) {
        if (!hasPlaceholder(piece)) {
            return piece;
        }
        return switch (kind) {
            case COMMENT -> piece;
            case CODE -> fillCode(piece);
            case LITERAL -> fillLiteral(piece, "'", "''");
            case ESCAPE_LITERAL -> fillEscapeLiteral(piece);
            case DOLLAR_QUOTE -> fillDollarQuote(piece);
            case IDENTIFIER ->
                throw new IllegalArgumentException(
                        "The placeholder in " + piece + " stands in double quotes; write {schema} without them.");
        };
    }

    private static boolean hasPlaceholder(String piece) {
        return piece.contains(SCHEMA) || piece.contains(SCHEMA_NAME) || piece.contains(CHANNEL);
    }

    private String fillCode(String piece) {
        if (piece.contains(SCHEMA_NAME)) {
            throw new IllegalArgumentException(
                    "{schema_name} stands outside of a string literal; write {schema}, or '{schema_name}'.");
        }
        return piece.replace(CHANNEL, schema.channel()).replace(SCHEMA, schema.quoted());
    }

    private String fillLiteral(String piece, String quote, String escaped) {
        return fillWith(
                piece, schema.quoted().replace(quote, escaped), schema.name().replace(quote, escaped));
    }

    private String fillEscapeLiteral(String piece) {
        String quoted = schema.quoted().replace("\\", "\\\\").replace("'", "''");
        return fillWith(piece, quoted, schema.name().replace("\\", "\\\\").replace("'", "''"));
    }

    /** Splits rather than replaces twice: a schema may itself be called {schema_name}. */
    private String fillWith(String piece, String quoted, String name) {
        String[] parts = piece.replace(CHANNEL, schema.channel()).split(Pattern.quote(SCHEMA), -1);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].replace(SCHEMA_NAME, name);
        }
        return String.join(quoted, parts);
    }

    /** A body is SQL of its own; its tag grows until the name of the schema cannot close it. */
    private String fillDollarQuote(String piece) {
        String tag = SqlScanner.dollarTag(piece, 0);
        String body = fill(piece.substring(tag.length(), piece.length() - tag.length()));
        while (body.contains(tag)) {
            tag = tag.substring(0, tag.length() - 1) + "_$";
        }
        return tag + body + tag;
    }
}
