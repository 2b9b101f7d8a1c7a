package dev.dormouse.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.dormouse.Dormouse;
import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Sink;
import dev.dormouse.postgres.Postgres;
import dev.dormouse.testkit.TestSchema;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is published with an order arrives. */
class PublishingIT {

    @Test
    void theMessageOfAnOrderIsDelivered() throws Exception {
        LinkedBlockingQueue<OutboxMessage> delivered = new LinkedBlockingQueue<>();
        Sink sink = Sink.oneByOne(message -> {
            delivered.add(message);
            return Delivery.delivered();
        });
        try (TestSchema schema = TestSchema.create();
                HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(schema.url());
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create table orders (id bigint primary key, cents bigint not null)");
            }
            try (Dormouse node = Dormouse.on(Postgres.at(pool, schema.name()))
                    .route("orders", "orders.*", sink)
                    .start()) {
                new Publishing(pool).placeOrder(node.outbox(), 17, 4200);
                OutboxMessage message = delivered.poll(60, TimeUnit.SECONDS);
                assertThat(message).isNotNull();
                assertThat(message.key()).isEqualTo("order-17");
                assertThat(new String(message.payload(), StandardCharsets.UTF_8))
                        .contains("4200");
            } finally {
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("drop table orders");
                }
            }
        }
    }
}
