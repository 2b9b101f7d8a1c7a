package dev.dormouse.postgres.sql;

import dev.dormouse.postgres.sql.SqlScanner.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * An SQL text with placeholders: the one place where the schema name meets SQL. Immutable; scanned once and filled in for as
 * many schemas as need be.
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

    /** Each tells its part of the text for a schema. */
    private final List<Function<SchemaName, String>> pieces = new ArrayList<>();

    private SqlTemplate(String text) {
        var fixed = new StringBuilder();
        var scanner = new SqlScanner(text);
        while (scanner.next()) {
            String piece = scanner.piece();
            if (scanner.kind() == Kind.COMMENT || !hasPlaceholder(piece)) {
                fixed.append(piece);
            } else {
                add(fixed.toString());
                fixed.setLength(0);
                pieces.add(filling(scanner.kind(), piece));
            }
        }
        add(fixed.toString());
    }

    private void add(String fixed) {
        pieces.add(schema -> fixed);
    }

    static SqlTemplate of(String text) {
        return new SqlTemplate(text);
    }

    /** The text with its placeholders filled in for this schema. */
    public static String fill(String text, SchemaName schema) {
        return of(text).fill(schema);
    }

    String fill(SchemaName schema) {
        var filled = new StringBuilder();
        pieces.forEach(piece -> filled.append(piece.apply(schema)));
        return filled.toString();
    }

    private static Function<SchemaName, String> filling(Kind kind, String piece) {
        return switch (kind) {
            case CODE -> fillingCode(piece);
            case LITERAL -> schema -> fillLiteral(piece, schema);
            case ESCAPE_LITERAL -> schema -> fillEscapeLiteral(piece, schema);
            case DOLLAR_QUOTE -> fillingDollarQuote(piece);
            case IDENTIFIER ->
                throw new IllegalArgumentException(
                        "The placeholder in " + piece + " stands in double quotes; write {schema} without them.");
            case COMMENT -> throw new IllegalArgumentException("Comments have no placeholders: " + piece);
        };
    }

    private static boolean hasPlaceholder(String piece) {
        return piece.contains(SCHEMA) || piece.contains(SCHEMA_NAME) || piece.contains(CHANNEL);
    }

    private static Function<SchemaName, String> fillingCode(String piece) {
        if (piece.contains(SCHEMA_NAME)) {
            throw new IllegalArgumentException(
                    "{schema_name} stands outside of a string literal; write {schema}, or '{schema_name}'.");
        }
        return schema -> fillChannel(piece, schema).replace(SCHEMA, schema.quoted());
    }

    private static String fillChannel(String piece, SchemaName schema) {
        return piece.contains(CHANNEL) ? piece.replace(CHANNEL, schema.channel()) : piece;
    }

    private static String fillLiteral(String piece, SchemaName schema) {
        return fillWith(
                fillChannel(piece, schema),
                schema.quoted().replace("'", "''"),
                schema.name().replace("'", "''"));
    }

    private static String fillEscapeLiteral(String piece, SchemaName schema) {
        return fillWith(
                fillChannel(piece, schema),
                schema.quoted().replace("\\", "\\\\").replace("'", "''"),
                schema.name().replace("\\", "\\\\").replace("'", "''"));
    }

    /** Splits rather than replaces twice: a schema may itself be called {schema_name}. */
    private static String fillWith(String piece, String quoted, String name) {
        String[] parts = piece.split(Pattern.quote(SCHEMA), -1);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].replace(SCHEMA_NAME, name);
        }
        return String.join(quoted, parts);
    }

    /** A body is SQL of its own; its tag grows until the name of the schema cannot close it. */
    private static Function<SchemaName, String> fillingDollarQuote(String piece) {
        String opening = SqlScanner.dollarTag(piece, 0);
        SqlTemplate template = of(piece.substring(opening.length(), piece.length() - opening.length()));
        return schema -> {
            String tag = opening;
            String body = template.fill(schema);
            while (body.contains(tag)) {
                tag = tag.substring(0, tag.length() - 1) + "_$";
            }
            return tag + body + tag;
        };
    }
}
