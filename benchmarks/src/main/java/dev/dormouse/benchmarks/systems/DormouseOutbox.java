package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Sink;
import dev.dormouse.postgres.Postgres;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;

/** Dormouse's outbox: keyed messages to a sink that does nothing, with the settings one gets without choosing any. */
final class DormouseOutbox implements Outboxes {
    private static final String TOPIC = "bench";
    private static final int BULK = 1000;
    private static final int KEYS = 1000;

    private static Dormouse node(HikariDataSource pool, Handler handler) {
        return Dormouse.on(Postgres.at(pool)).route(TOPIC, TOPIC, sink(handler)).start();
    }

    private static Sink sink(Handler handler) {
        return batch -> {
            Map<UUID, Delivery> answers = new HashMap<>();
            for (OutboxMessage message : batch) {
                handler.handle(ByteBuffer.wrap(message.payload()).getLong());
                answers.put(message.id(), Delivery.DELIVERED);
            }
            return answers;
        };
    }

    @Override
    public void install(Database database, Purpose purpose) {
        try (HikariDataSource pool = database.pool(4)) {
            node(pool, id -> {}).close(); // the route is known from then on
        }
    }

    @Override
    public void publish(Database database, long firstId, int count, Keys keys) {
        try (HikariDataSource pool = database.pool(4);
                Dormouse node = Dormouse.on(Postgres.at(pool)).start()) {
            for (long id = firstId; id < firstId + count; id += BULK) {
                List<NewMessage> bulk = new ArrayList<>();
                for (long i = id; i < Math.min(id + BULK, firstId + count); i++) {
                    bulk.add(message(i, keys.of(i)));
                }
                node.outbox().publishAll(bulk);
            }
        }
    }

    @Override
    public Producer producer(Database database, int threads) {
        HikariDataSource pool = database.pool(threads + 1);
        Dormouse node = Dormouse.on(Postgres.at(pool)).start();
        return new MessageProducer(node, () -> {
            node.close();
            pool.close();
        });
    }

    @Override
    public Worker relay(Database database, Purpose purpose, Handler handler) {
        HikariDataSource pool = database.pool(4);
        return new Relay(pool, node(pool, handler));
    }

    private static NewMessage message(long id, String key) {
        return NewMessage.of(TOPIC, ByteBuffer.allocate(Long.BYTES).putLong(id).array())
                .key(key);
    }

    @Override
    public String unfinishedQuery() {
        return "SELECT 1 FROM dormouse.outbox_pending LIMIT 1";
    }

    private record Relay(HikariDataSource pool, Dormouse node) implements Worker {
        @Override
        public Producer producer(int threads) {
            return new MessageProducer(node, () -> {});
        }

        @Override
        public void close() {
            node.close();
            pool.close();
        }
    }

    private record MessageProducer(Dormouse node, Runnable closing) implements Producer {
        @Override
        public void enqueue(long id) {
            node.outbox().publish(message(id, "key-" + id % KEYS));
        }

        @Override
        public void enqueueAll(long firstId, int count) {
            node.outbox()
                    .publishAll(LongStream.range(firstId, firstId + count)
                            .mapToObj(id -> message(id, "key-" + id % KEYS))
                            .toList());
        }

        @Override
        public void close() {
            closing.run();
        }
    }
}
