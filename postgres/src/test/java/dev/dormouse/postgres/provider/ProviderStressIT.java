package dev.dormouse.postgres.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.StoredMessage;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many who send, alone and in transactions of their own, and many who take, on two nodes: nothing is lost or repeated. */
class ProviderStressIT {

    private static final int SENDERS = 6;
    private static final int EACH = Integer.getInteger("provider.stress.messages", 120);
    private static final int INSTANCES = 4;
    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final Duration ENOUGH = Duration.ofMinutes(3);

    private final PgStorage storage = PgStorage.listening(PgStorage.NO_FALLBACK);
    private final Provider here = storage.provider();
    private final Provider there = storage.another().orElseThrow();
    private final Set<String> sent = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<String> delivered = new ConcurrentLinkedQueue<>();
    private final AtomicInteger sending = new AtomicInteger(SENDERS);
    private final long seed = Long.getLong("provider.stress.seed", System.nanoTime());

    @AfterEach
    void close() {
        storage.close();
    }

    @Test
    void everyMessageIsDeliveredExactlyOnce() throws Exception {
        System.out.println("provider.stress.seed=" + seed);
        for (int i = 0; i < INSTANCES; i++) {
            here.enqueue(List.of(NewMessage.start("i" + i, new Start("Flow", null, null, false), "start" + i)));
            sent.add("start" + i);
        }
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < SENDERS; i++) {
                int sender = i;
                all.add(threads.submit(() -> send(sender)));
            }
            for (int i = 0; i < 4; i++) {
                int taker = i;
                all.add(threads.submit(() -> take(taker)));
            }
            for (Future<?> one : all) {
                one.get(ENOUGH.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(delivered).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(sent);
        assertThat(here.fetchTurns(TurnFetch.of(10, LOCK, Duration.ZERO)).items())
                .isEmpty();
        assertThat(storage.slot().number("select count(*) from {schema}.turn_message")).isZero();
        assertThat(storage.slot().number("select count(*) from {schema}.turn_poke")).isZero();
        assertThat(storage.slot().number("select count(*) from {schema}.turn where due_at is not null"))
                .isZero();
    }

    private Void send(int sender) throws SQLException {
        Random random = new Random(seed + sender);
        for (int i = 0; i < EACH; i++) {
            NewMessage message = NewMessage.of("i" + random.nextInt(INSTANCES), sender + "/" + i)
                    .after(Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(30) : 0));
            if (sender % 2 == 0) {
                sent.add(message.body());
                here.enqueue(List.of(message));
            } else {
                sendInTransaction(message, random);
            }
        }
        sending.decrementAndGet();
        return null;
    }

    private void sendInTransaction(NewMessage message, Random random) throws SQLException {
        try (Connection connection = storage.slot().pool().getConnection()) {
            connection.setAutoCommit(false);
            try {
                there.enqueue(connection, List.of(message));
                if (random.nextInt(10) == 0) {
                    connection.rollback();
                } else {
                    sent.add(message.body());
                    connection.commit();
                }
            } finally {
                connection.setAutoCommit(true);
            }
        }
    }

    private Void take(int taker) {
        Random random = new Random(seed - taker);
        Provider provider = taker % 2 == 0 ? here : there;
        long deadline = System.nanoTime() + ENOUGH.toNanos();
        while (System.nanoTime() < deadline && (sending.get() > 0 || delivered.size() < sent.size())) {
            provider.fetchTurns(TurnFetch.of(1 + random.nextInt(3), LOCK, Duration.ofMillis(50)))
                    .items()
                    .forEach(item -> finish(provider, item, random));
        }
        return null;
    }

    private void finish(Provider provider, TurnItem item, Random random) {
        if (random.nextInt(8) == 0) {
            assertThat(provider.abandonTurn(
                            item.lock(), Duration.ofMillis(random.nextInt(3)), AttemptCount.KEEP))
                    .isTrue();
            return;
        }
        List<String> bodies = item.messages().stream().map(StoredMessage::body).toList();
        assertThat(provider.ackTurns(List.of(TurnAck.nothing(item)))).containsExactly(AckOutcome.COMMITTED);
        delivered.addAll(bodies);
    }
}
