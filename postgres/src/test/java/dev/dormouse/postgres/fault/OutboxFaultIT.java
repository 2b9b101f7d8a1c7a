package dev.dormouse.postgres.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.postgres.fault.Arrivals.Arrival;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Keyed messages through relay processes that are killed without warning: none lost, the first delivery of each in the order
 * of its key, and nothing delivered twice but what a killed process had delivered and not written yet. {@code
 * -Dfault.messages} and {@code -Dfault.kills} change the figures.
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
    /** Long enough for a busy machine: a living relay that lost its lease would deliver twice too. */
    private static final Duration LEASE = Duration.ofSeconds(6);

    private final List<Process> relays = new ArrayList<>();
    /** The number that the relay at the same place writes into its entries. */
    private final List<Integer> numbers = new ArrayList<>();

    private final Random random = new Random(SEED);
    /** What each killed relay had delivered and not written. */
    private final List<Integer> inFlight = new ArrayList<>();

    @Test
    void nothingIsLostAndEveryKeyKeepsItsOrderThroughKills() throws Exception {
        System.out.println("Fault test of the outbox: -Dfault.seed=" + SEED);
        try (Cluster cluster = Cluster.start("outbox", LEASE, Duration.ofSeconds(5))) {
            Arrivals arrivals = new Arrivals(cluster.folder.resolve("arrived"));
            try {
                for (int i = 0; i < RELAYS; i++) {
                    relays.add(RelayMain.start(cluster, arrivals.file(), i));
                    numbers.add(i);
                }
                CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> publish(cluster));
                kill(cluster, arrivals);
                publishing.get(10, TimeUnit.MINUTES);
                JobFaultIT.patiently("nothing on its way", () -> undelivered(cluster) == 0);
                check(arrivals.all());
            } finally {
                relays.forEach(Process::destroyForcibly);
            }
        }
    }

    /** Each kill comes after about as many deliveries; a new process takes the dead one's place. */
    private void kill(Cluster cluster, Arrivals arrivals) throws Exception {
        for (int kill = 1; kill <= KILLS; kill++) {
            long after = (long) MESSAGES * kill / (KILLS + 1);
            JobFaultIT.patiently(after + " deliveries", () -> arrivals.count() >= after);
            int victim = random.nextInt(RELAYS);
            relays.get(victim).destroyForcibly().waitFor();
            int number = numbers.get(victim);
            inFlight.add(unwritten(cluster, arrivals, number));
            int next = RELAYS + kill;
            relays.set(victim, RelayMain.start(cluster, arrivals.file(), next));
            numbers.set(victim, next);
        }
    }

    /** How many messages a dead relay had delivered and not written, once nothing that it sent is under way any more. */
    private static int unwritten(Cluster cluster, Arrivals arrivals, int number) throws Exception {
        Set<String> delivered = new HashSet<>();
        for (Arrival arrival : arrivals.all()) {
            if (arrival.relay() == number) {
                delivered.add(arrival.message());
            }
        }
        try (Connection connection = cluster.connect();
                Statement statement = connection.createStatement()) {
            String sessions =
                    "select count(*) from pg_stat_activity where application_name = '" + RelayMain.name(number) + "'";
            JobFaultIT.patiently("no session of the dead", () -> Tables.number(connection, sessions) == 0);
            ResultSet written = statement.executeQuery("select m.key || ' ' || convert_from(m.payload, 'UTF8')"
                    + " from dormouse.outbox_delivered d join dormouse.outbox_message m on m.id = d.message_id");
            while (written.next()) {
                delivered.remove(written.getString(1));
            }
        }
        return delivered.size();
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

    private void check(List<Arrival> arrivals) throws IOException {
        int[] next = new int[KEYS];
        int repeated = 0;
        List<String> wrong = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            if (arrival.n() == next[arrival.key()]) {
                next[arrival.key()]++;
            } else if (arrival.n() < next[arrival.key()]) {
                repeated++;
            } else {
                wrong.add(arrival + " before " + next[arrival.key()]);
            }
        }
        System.out.println(MESSAGES + " messages, " + KILLS + " kills: " + repeated
                + " delivered more than once; in flight at the kills: " + inFlight);
        assertThat(wrong).isEmpty();
        assertThat(Arrays.stream(next).sum()).isEqualTo(MESSAGES);
        assertThat(inFlight).hasSize(KILLS).allMatch(messages -> messages <= RelayMain.IN_HAND_MAX);
        assertThat(repeated)
                .isLessThanOrEqualTo(
                        inFlight.stream().mapToInt(Integer::intValue).sum());
    }

    private static long undelivered(Cluster cluster) throws Exception {
        try (Connection connection = cluster.connect()) {
            return Tables.number(
                    connection,
                    "select (select count(*) from dormouse.outbox_message)"
                            + " - (select count(*) from dormouse.outbox_delivered)");
        }
    }
}
