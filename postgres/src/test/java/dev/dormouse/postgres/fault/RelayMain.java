package dev.dormouse.postgres.fault;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.RouteSettings;
import dev.dormouse.outbox.Sink;
import dev.dormouse.postgres.Postgres;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A relay process. Its sink appends to one file that all relay processes share: the order of the file is the order in which
 * messages arrived, whoever brought them.
 */
final class RelayMain {

    /** Whoever brought it, its key, its number within the key. */
    static final int ENTRY_BYTES = 12;
    /** What one relay can have in hand of a route as small as this one: what it read and has not written yet. */
    static final int IN_HAND_MAX = 500;
    /** A message with this number ends the process that delivers it. */
    static final int POISON = -1;

    static final int ATTEMPTS_MAX = 2;

    /** The backoff parts those that were lost with the same process: what only was beside a killer is tried when it is not. */
    private static final RouteSettings ROUTE = RouteSettings.defaults()
            .withConcurrency(4)
            .withBatchSize(25)
            .withAttemptsMax(ATTEMPTS_MAX)
            .withRetryBackoff(Duration.ofSeconds(2), Duration.ofSeconds(4));

    private RelayMain() {}

    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(args[0]);
        config.setMaximumPoolSize(4);
        int number = Integer.parseInt(args[2]);
        Sink sink = new FileSink(Path.of(args[1]), number);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            Dormouse dormouse = Dormouse.on(Postgres.at(pool))
                    .name(name(number))
                    .lease(Duration.parse(args[3]))
                    .route("all", "*", sink, ROUTE)
                    .start();
            ProcessHandle test = ProcessHandle.current().parent().orElseThrow();
            while (test.isAlive()) {
                LockSupport.parkNanos(50_000_000);
            }
            dormouse.close();
        }
    }

    static String name(int number) {
        return "relay" + number;
    }

    /** Starts a process whose entries carry this number; it ends with its parent at the latest. */
    static Process start(Cluster cluster, Path arrived, int number) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                RelayMain.class.getName(),
                cluster.server.jdbcUrl() + "&ApplicationName=" + name(number),
                arrived.toString(),
                Integer.toString(number),
                cluster.lease.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.redirectErrorStream(true)
                .redirectOutput(cluster.folder.resolve(name(number) + ".log").toFile());
        return builder.start();
    }

    /** Writes what a batch brings in one append, which arrives whole or not at all. */
    private static final class FileSink implements Sink {

        /** Not a channel: that would be closed, for everybody, by the interrupt of one call. */
        private final FileOutputStream file;

        private final int number;

        FileSink(Path path, int number) throws IOException {
            this.number = number;
            this.file = new FileOutputStream(path.toFile(), true);
        }

        @Override
        public Map<UUID, Delivery> deliver(List<OutboxMessage> batch) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(batch.size() * ENTRY_BYTES);
            Map<UUID, Delivery> answers = new HashMap<>();
            for (OutboxMessage message : batch) {
                int n = Integer.parseInt(new String(message.payload(), StandardCharsets.UTF_8));
                if (n == POISON) {
                    Runtime.getRuntime().halt(137);
                }
                bytes.putInt(number).putInt(Integer.parseInt(message.key())).putInt(n);
                answers.put(message.id(), Delivery.delivered());
            }
            LockSupport.parkNanos(1_000_000);
            synchronized (this) {
                file.write(bytes.array());
            }
            return answers;
        }
    }
}
