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
    private final Class<?> owner;
    private final SchemaName schema;
    /** Each only once: many combinations are made of few statements. */
    private final Map<String, Sql> read = new ConcurrentHashMap<>();

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

    private Sql one(String statement) {
        return read.computeIfAbsent(statement, absent -> {
            String file = path(statement);
            try {
                return SqlParser.parse(file, SqlTemplate.fill(read(file), schema));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("Cannot use " + file + ": " + e.getMessage(), e);
            }
        });
    }

    /** One statement out of several files: the first begins it, and the others are selects joined by {@code union all}. */
    public Sql loadUnion(String first, List<String> selects) {
        String files = path(first) + "+" + selects.stream().map(this::path).collect(Collectors.joining("+"));
        String text = read(path(first))
                + selects.stream().map(this::path).map(this::read).collect(Collectors.joining("\nunion all\n"));
        return SqlParser.parse(files, SqlTemplate.fill(text, schema));
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
