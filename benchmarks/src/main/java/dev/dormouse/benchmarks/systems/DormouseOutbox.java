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

/** Dormouse's outbox: keyed messages to a sink that does nothing, with the settings one gets without choosing any. */
final class DormouseOutbox implements Outboxes {
    private static final String TOPIC = "bench";
    private static final int BULK = 1000;

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
    public void install(Database database) {
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
                    byte[] payload = ByteBuffer.allocate(Long.BYTES).putLong(i).array();
                    bulk.add(NewMessage.of(TOPIC, payload).key(keys.of(i)));
                }
                node.outbox().publishAll(bulk);
            }
        }
    }

    @Override
    public AutoCloseable relay(Database database, Handler handler) {
        HikariDataSource pool = database.pool(4);
        Dormouse node = node(pool, handler);
        return () -> {
            node.close();
            pool.close();
        };
    }

    @Override
    public String unfinishedQuery() {
        return "SELECT 1 FROM dormouse.outbox_pending LIMIT 1";
    }
}
