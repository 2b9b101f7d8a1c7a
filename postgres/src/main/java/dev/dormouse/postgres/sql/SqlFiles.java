package dev.dormouse.postgres.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The statements of one class, each in a file of its own: {@code sql/PgJobStore/claim.sql} beside {@code PgJobStore}.
 * Load them once, into final fields.
 */
public final class SqlFiles {
    private final Class<?> owner;
    private final SchemaName schema;

    private SqlFiles(Class<?> owner, SchemaName schema) {
        this.owner = owner;
        this.schema = schema;
    }

    public static SqlFiles of(Class<?> owner, SchemaName schema) {
        return new SqlFiles(owner, schema);
    }

    /** Reads {@code <statement>.sql}, fills in the schema and the channel, and finds its parameters. */
    public Sql load(String statement) {
        String file = "sql/" + owner.getSimpleName() + "/" + statement + ".sql";
        try {
            return SqlParser.parse(file, SqlTemplate.fill(read(file), schema));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("Cannot use " + file + ": " + e.getMessage(), e);
        }
    }

    private String read(String file) {
        try (InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException(
                        "it is not on the class path beside " + owner.getName() + "; add it to the resources.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + file + " beside " + owner.getName() + ".", e);
        }
    }
}
