package dev.dormouse.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.postgres.migrate.Migrations;
import dev.dormouse.postgres.provider.PgProvider;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import dev.dormouse.testkit.TestSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statistics that were taken while a table was empty must not make anybody read all of it for each row that is looked up in it:
 * plans are kept, and it fills. Such a plan compares every pair of two lists, which shows as a join filter.
 */
class LookupPlansIT {

    /** Where one of the two lists is short whatever happens, and where the settings of the others do not hold. */
    private static final Set<String> HARMLESS = Set.of(
            // Nodes that have died are few, so are jobs that run and are to be cancelled.
            "PgJobStore/take_over",
            "PgJobStore/cancel_requested",
            // Lanes of a route are 64; and what a node has is one row.
            "PgOutboxStore/read",
            "PgOutboxStore/want",
            // A thousand at most.
            "PgProvider/poke",
            // Planned with hash joins.
            "PgJobStore/enqueue_many",
            "PgOutboxStore/publish_many");

    private final TestSchema schema = TestSchema.create();
    private final SchemaName name = SchemaName.of(schema.name());

    @BeforeEach
    void migrate() {
        Migrations.of(name).migrate(schema.dataSource());
    }

    @AfterEach
    void close() {
        schema.close();
    }

    @ParameterizedTest
    @ValueSource(classes = {PgJobStore.class, PgOutboxStore.class, PgProvider.class})
    void whatIsNamedIsLookedUpWhateverTheStatisticsSay(Class<?> owner) throws Exception {
        List<String> quadratic = new ArrayList<>();
        try (Connection connection = schema.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : tables(statement)) {
                statement.execute("analyze " + table);
            }
            connection.setAutoCommit(false);
            SqlFiles files = SqlFiles.of(owner, name);
            try (SqlCall plan = files.load("plan").prepare(connection)) {
                if (plan.has("flush")) {
                    plan.set("flush", true);
                }
                plan.query();
            }
            for (String file : files(owner)) {
                for (String text : files.load(file).text().split(";", -1)) {
                    String plan = plan(statement, text);
                    if (plan.contains("Join Filter") && !HARMLESS.contains(owner.getSimpleName() + "/" + file)) {
                        quadratic.add(file + "\n" + plan);
                    }
                }
            }
        }
        assertThat(quadratic).isEmpty();
    }

    private List<String> tables(Statement statement) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("select oid::regclass::text from pg_class where relkind = 'r'"
                + " and relnamespace = '" + schema.name() + "'::regnamespace")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }

    private static List<String> files(Class<?> owner) throws IOException {
        Path folder =
                Path.of("src/main/resources", owner.getPackageName().replace('.', '/'), "sql", owner.getSimpleName());
        try (Stream<Path> siblings = Files.list(folder)) {
            return siblings.map(file -> file.getFileName().toString().replace(".sql", ""))
                    // These are sent as they are.
                    .filter(file -> !Set.of("begin", "commit").contains(file))
                    .sorted()
                    .toList();
        }
    }

    /** The plan that the server keeps, for no values in particular. */
    private static String plan(Statement statement, String text) throws SQLException {
        String[] parts = text.split("\\?", -1);
        int parameters = parts.length - 1;
        StringBuilder numbered = new StringBuilder(parts[0]);
        for (int i = 1; i <= parameters; i++) {
            numbered.append('$').append(i).append(parts[i]);
        }
        String values = parameters == 0 ? "" : "(" + String.join(", ", Collections.nCopies(parameters, "null")) + ")";
        statement.execute("prepare looked as " + numbered);
        StringBuilder plan = new StringBuilder();
        try (ResultSet lines = statement.executeQuery("explain execute looked" + values)) {
            while (lines.next()) {
                plan.append(lines.getString(1)).append('\n');
            }
        }
        statement.execute("deallocate looked");
        return plan.toString();
    }
}
