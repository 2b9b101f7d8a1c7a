package dev.dormouse.postgres.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.testkit.TestSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Twenty nodes that start at once on an empty database: all come up, and one of them did the work. */
@Timeout(180)
final class ManyNodesMigrateIT {
    private static final int NODES = 20;

    /** Several times, since the race is in what a session remembers from before it waited. */
    @RepeatedTest(5)
    void twentyThreadsMakeOneHistory() throws Exception {
        try (TestSchema schema = TestSchema.create()) {
            migrateInThreads(schema, schema.dataSource());
        }
    }

    /** A snapshot from before the wait would not show what the others did meanwhile. */
    @Test
    void twentyThreadsMakeOneHistoryWhereSerializableIsTheDefault() throws Exception {
        try (TestSchema schema = TestSchema.create()) {
            migrateInThreads(schema, Database.withOptions("-c default_transaction_isolation=serializable"));
        }
    }

    @Test
    void twentyProcessesMakeOneHistory() throws Exception {
        var nodes = new ArrayList<Process>();
        try (TestSchema schema = TestSchema.create()) {
            Database.execute(schema.dataSource(), "drop schema " + schema.quotedName());
            for (int i = 0; i < NODES; i++) {
                nodes.add(start(schema));
            }
            assertThat(nodes).allSatisfy(node -> assertThat(readLine(node)).isEqualTo("ready"));
            for (Process node : nodes) {
                node.outputWriter().append('\n').close();
            }

            assertThat(nodes).extracting(ManyNodesMigrateIT::readLine).containsOnlyOnce("changed=true");
            for (Process node : nodes) {
                assertThat(node.waitFor(60, TimeUnit.SECONDS)).isTrue();
                assertThat(node.exitValue()).isZero();
            }
            assertOneHistory(schema);
        } finally {
            nodes.forEach(Process::destroyForcibly);
        }
    }

    private static void migrateInThreads(TestSchema schema, DataSource dataSource) throws Exception {
        Database.execute(schema.dataSource(), "drop schema " + schema.quotedName());
        var together = new CyclicBarrier(NODES);
        List<MigrationResult> results = inThreads(() -> {
            together.await(60, TimeUnit.SECONDS);
            return Migrations.of(schema.name()).migrate(dataSource);
        });

        assertThat(results).filteredOn(MigrationResult::changed).hasSize(1);
        assertThat(results).allMatch(result -> result.toVersion() == MigrationFiles.NAMES.size());
        assertOneHistory(schema);
    }

    private static void assertOneHistory(TestSchema schema) throws SQLException {
        String history = "select version from " + schema.quotedName() + ".migration order by version";
        assertThat(Database.query(schema.dataSource(), history)).hasSize(MigrationFiles.NAMES.size());
    }

    private static <T> List<T> inThreads(Callable<T> node) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(NODES);
        try {
            var results = new ArrayList<T>();
            for (Future<T> future : threads.invokeAll(Collections.nCopies(NODES, node))) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static Process start(TestSchema schema) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ProcessBuilder(
                java,
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                MigrateMain.class.getName(),
                schema.url(),
                schema.name());
        command.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        return command.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static String readLine(Process node) {
        try {
            BufferedReader out = node.inputReader();
            String line = out.readLine();
            return line == null ? "ended" : line;
        } catch (IOException e) {
            return e.toString();
        }
    }
}
