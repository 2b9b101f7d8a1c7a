package dev.dormouse.postgres.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The statements of one class, each in a file of its own: {@code sql/PgJobStore/claim.sql} beside {@code PgJobStore}, or
 * {@code sql/shared/renew.sql} if several classes send it. Load them once, into final fields. Thread-safe.
 */
public final class SqlFiles {
    /** By class and file. Each is read and parsed once, however many schemas and combinations it is used in. */
    private static final Map<List<Object>, Parsed> PARSED = new ConcurrentHashMap<>();

    /** A statement with its placeholders. */
    private record Parsed(Sql sql, SqlTemplate template) {

        Sql in(SchemaName schema) {
            return sql.withText(template.fill(schema));
        }
    }

    private final Class<?> owner;
    private final SchemaName schema;

    private SqlFiles(Class<?> owner, SchemaName schema) {
        this.owner = owner;
        this.schema = schema;
    }

    public static SqlFiles of(Class<?> owner, SchemaName schema) {
        return new SqlFiles(owner, schema);
    }

    /**
     * Reads {@code <statement>.sql}, fills in the schema and the channel, and finds its parameters. Several statements
     * become one call: they travel together, run in this order and commit together.
     */
    public Sql load(String... statements) {
        List<Sql> each = Arrays.stream(statements).map(this::one).toList();
        return each.size() == 1 ? each.get(0) : Sql.together(each);
    }

    /** One statement out of several files: the first begins it, and the others are selects joined by {@code union all}. */
    public Sql loadUnion(String first, List<String> selects) {
        String files = path(first) + "+" + selects.stream().map(this::path).collect(Collectors.joining("+"));
        String text = read(path(first))
                + selects.stream().map(this::path).map(this::read).collect(Collectors.joining("\nunion all\n"));
        return parse(files, text).in(schema);
    }

    private Sql one(String statement) {
        return PARSED.computeIfAbsent(List.of(owner, statement), absent -> {
                    String file = path(statement);
                    try {
                        return parse(file, read(file));
                    } catch (IllegalArgumentException e) {
                        throw new IllegalArgumentException("Cannot use " + file + ": " + e.getMessage(), e);
                    }
                })
                .in(schema);
    }

    private static Parsed parse(String file, String text) {
        Sql sql = SqlParser.parse(file, text);
        return new Parsed(sql, SqlTemplate.of(sql.text()));
    }

    private String path(String statement) {
        String own = "sql/" + owner.getSimpleName() + "/" + statement + ".sql";
        String shared = "sql/shared/" + statement + ".sql";
        return owner.getResource(own) == null && owner.getResource(shared) != null ? shared : own;
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
