package dev.dormouse.postgres.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.postgres.Postgres;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Keyed messages through relay processes that are killed without warning: none lost, the first delivery of each in the order
 * of its key, and nothing delivered twice but what a killed process had in hand. {@code -Dfault.messages} and {@code
 * -Dfault.kills} change the figures.
 */
@Timeout(value = 1, unit = TimeUnit.HOURS)
@Order(3)
final class OutboxFaultIT {

    private static final int MESSAGES = Integer.getInteger("fault.messages", 20_000);
    private static final int KILLS = Integer.getInteger("fault.kills", 4);
    private static final long SEED = Long.getLong("fault.seed", System.nanoTime());
    private static final int KEYS = 500;
    private static final int RELAYS = 3;
    private static final int PUBLISHED_AT_ONCE = 100;
    /** What one relay has in hand at most. */
    private static final int IN_HAND = 4_000;

    private static final Duration LEASE = Duration.ofSeconds(2);

    private final List<Process> relays = new ArrayList<>();
    private final Random random = new Random(SEED);

    @Test
    void nothingIsLostAndEveryKeyKeepsItsOrderThroughKills() throws Exception {
        System.out.println("Fault test of the outbox: -Dfault.seed=" + SEED);
        try (Cluster cluster = Cluster.start("outbox", LEASE, Duration.ofSeconds(5))) {
            Path arrived = cluster.folder.resolve("arrived");
            try {
                for (int i = 0; i < RELAYS; i++) {
                    relays.add(relay(cluster, arrived, i));
                }
                CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> publish(cluster));
                kill(cluster, arrived);
                publishing.get(10, TimeUnit.MINUTES);
                JobFaultIT.patiently("nothing on its way", () -> undelivered(cluster) == 0);
                check(arrived);
            } finally {
                relays.forEach(Process::destroyForcibly);
            }
        }
    }

    /** Each kill comes after about as many deliveries; a new process takes the dead one's place. */
    private void kill(Cluster cluster, Path arrived) throws Exception {
        for (int kill = 1; kill <= KILLS; kill++) {
            long after = (long) MESSAGES * kill / (KILLS + 1);
            JobFaultIT.patiently(after + " deliveries", () -> entries(arrived) >= after);
            int victim = random.nextInt(RELAYS);
            relays.get(victim).destroyForcibly().waitFor();
            relays.set(victim, relay(cluster, arrived, RELAYS + kill));
        }
    }

    private static void publish(Cluster cluster) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(cluster.server.jdbcUrl());
        config.setMaximumPoolSize(4);
        try (HikariDataSource pool = new HikariDataSource(config);
                Dormouse producer = Dormouse.on(Postgres.at(pool)).start()) {
            List<NewMessage> some = new ArrayList<>();
            for (int n = 0; n < MESSAGES; n++) {
                some.add(NewMessage.text("load", Integer.toString(n / KEYS)).key(Integer.toString(n % KEYS)));
                if (some.size() == PUBLISHED_AT_ONCE || n == MESSAGES - 1) {
                    producer.outbox().publishAll(some);
                    some.clear();
                }
            }
        }
    }

    private static void check(Path arrived) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(arrived));
        int[] next = new int[KEYS];
        int repeated = 0;
        List<String> wrong = new ArrayList<>();
        while (bytes.remaining() >= RelayMain.ENTRY_BYTES) {
            int key = bytes.getInt();
            int n = bytes.getInt();
            if (n == next[key]) {
                next[key]++;
            } else if (n < next[key]) {
                repeated++;
            } else {
                wrong.add("key " + key + ": " + n + " arrived before " + next[key]);
            }
        }
        System.out.println(MESSAGES + " messages, " + KILLS + " kills: " + repeated + " delivered more than once");
        assertThat(wrong).isEmpty();
        assertThat(Arrays.stream(next).sum()).isEqualTo(MESSAGES);
        assertThat(repeated).isLessThanOrEqualTo(KILLS * IN_HAND);
    }

    private static long undelivered(Cluster cluster) throws Exception {
        try (Connection connection = cluster.connect()) {
            return Tables.number(
                    connection,
                    "select (select count(*) from dormouse.outbox_message)"
                            + " - (select count(*) from dormouse.outbox_delivered)");
        }
    }

    private static long entries(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) / RelayMain.ENTRY_BYTES : 0;
    }

    private static Process relay(Cluster cluster, Path arrived, int number) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                RelayMain.class.getName(),
                cluster.server.jdbcUrl(),
                arrived.toString(),
                "relay" + number,
                LEASE.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        builder.redirectErrorStream(true)
                .redirectOutput(
                        cluster.folder.resolve("relay" + number + ".log").toFile());
        return builder.start();
    }
}
