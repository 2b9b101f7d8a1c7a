package dev.dormouse.benchmarks.systems;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Sink;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.sink.redis.HashChange;
import dev.dormouse.sink.redis.RedisHashSink;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisServer;

/** View models that are kept in a Redis of their own from what business transactions publish. */
public final class OutboxView implements AutoCloseable {
    private static final String TOPIC = "carts.created";

    private final RedisServer server;
    private final RedisClient client;
    private final HikariDataSource pool;
    private final Dormouse node;

    private OutboxView(RedisServer server, RedisClient client, HikariDataSource pool, Handler handler) {
        this.server = server;
        this.client = client;
        this.pool = pool;
        Sink sink = new Told(RedisHashSink.through(client, OutboxView::view), handler);
        this.node =
                Dormouse.on(Postgres.at(pool)).route("views", "carts.*", sink).start();
    }

    /** The handler is told of each view model that is in Redis. */
    public static OutboxView start(Database database, Handler handler) throws IOException, SQLException {
        database.execute("CREATE TABLE team_cart (id bigint PRIMARY KEY)");
        int port = freePort();
        RedisServer server = RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no")
                .build();
        server.start();
        return new OutboxView(server, RedisClient.create("127.0.0.1", port), database.pool(4), handler);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static HashChange view(OutboxMessage message) {
        return HashChange.put("cart:" + message.key(), Map.of("status", "open"));
    }

    /** Inserts a row and publishes a message, in one transaction of its own. */
    public static Producer producer(Database database, int threads) {
        HikariDataSource pool = database.pool(threads + 1);
        return new CartProducer(pool, Dormouse.on(Postgres.at(pool)).start());
    }

    /** How many view models there are. */
    public long count() {
        return client.dbSize();
    }

    /** How often the fallback found what no wake had told of. */
    public long fallbackFinds() {
        return node.health().counts().fallbackFinds();
    }

    @Override
    public void close() throws IOException {
        node.close();
        pool.close();
        client.close();
        server.stop();
    }

    /** Tells when the sink behind it has returned: then the view model is there. */
    private record Told(Sink sink, Handler handler) implements Sink {
        @Override
        public Map<UUID, Delivery> deliver(List<OutboxMessage> batch) throws Exception {
            Map<UUID, Delivery> answers = sink.deliver(batch);
            for (OutboxMessage message : batch) {
                handler.handle(ByteBuffer.wrap(message.payload()).getLong());
            }
            return answers;
        }
    }

    private record CartProducer(HikariDataSource pool, Dormouse node) implements Producer {
        @Override
        public void enqueue(long id) throws SQLException {
            try (Connection connection = pool.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO team_cart VALUES (?)")) {
                connection.setAutoCommit(false);
                insert.setLong(1, id);
                insert.executeUpdate();
                byte[] payload = ByteBuffer.allocate(Long.BYTES).putLong(id).array();
                node.outbox().publish(connection, NewMessage.of(TOPIC, payload).key(Long.toString(id)));
                connection.commit();
            }
        }

        @Override
        public void enqueueAll(long firstId, int count) throws SQLException {
            for (long id = firstId; id < firstId + count; id++) {
                enqueue(id);
            }
        }

        @Override
        public void close() {
            node.close();
            pool.close();
        }
    }
}
