package dev.dormouse.postgres.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.Dormouse;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.ParkedFilter;
import dev.dormouse.outbox.ParkedMessage;
import dev.dormouse.postgres.Postgres;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** A message that ends every process which delivers it: it must not end them for ever, nor keep others from arriving. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class OutboxPoisonIT {

    private static final Duration LEASE = Duration.ofSeconds(2);

    /** The first death tells nobody what it was of; each of the others counts as an attempt. */
    private static final int DEATHS = 1 + RelayMain.ATTEMPTS_MAX;

    @Test
    void aMessageThatKillsItsProcessEachTimeIsParkedAndOthersArrive() throws Exception {
        try (Cluster cluster = Cluster.start("poison", LEASE, Duration.ofSeconds(5));
                Dormouse producer = producer(cluster)) {
            Arrivals arrivals = new Arrivals(cluster.folder.resolve("arrived"));
            int deaths = 0;
            Process relay = RelayMain.start(cluster, arrivals.file(), deaths);
            try {
                // The route must be known before anything is published.
                JobFaultIT.patiently(
                        "the route",
                        () -> !producer.outboxAdmin().status().routes().isEmpty());
                producer.outbox().publishAll(List.of(message("1", RelayMain.POISON), message("1", 0), message("2", 0)));
                while (parked(producer).isEmpty() && deaths <= DEATHS) {
                    if (relay.waitFor(50, TimeUnit.MILLISECONDS)) {
                        deaths++;
                        relay = RelayMain.start(cluster, arrivals.file(), deaths);
                    }
                }
                assertThat(deaths).isEqualTo(DEATHS);
                JobFaultIT.patiently("the other key", () -> arrivals.count() >= 1);
                ParkedMessage parked = parked(producer).get(0);
                assertThat(parked.errors())
                        .hasSize(RelayMain.ATTEMPTS_MAX)
                        .containsOnly("The node that was delivering it died");
                assertThat(arrivals.all()).allMatch(arrival -> arrival.key() == 2);
                assertThat(producer.outboxAdmin().skip(parked.id())).isTrue();
                JobFaultIT.patiently(
                        "the rest of its key", () -> arrivals.all().stream().anyMatch(arrival -> arrival.key() == 1));
                assertThat(relay.isAlive()).isTrue();
            } finally {
                relay.destroyForcibly();
            }
        }
    }

    /** One that was beside it in every process that died may be parked like it. */
    private static List<ParkedMessage> parked(Dormouse producer) {
        return producer.outboxAdmin().parked(ParkedFilter.any(), 10).messages().stream()
                .filter(message -> "1".equals(message.key()))
                .toList();
    }

    private static NewMessage message(String key, int n) {
        return NewMessage.text("load", Integer.toString(n)).key(key);
    }

    private static Dormouse producer(Cluster cluster) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(cluster.server.jdbcUrl());
        return Dormouse.on(Postgres.at(dataSource)).start();
    }
}
