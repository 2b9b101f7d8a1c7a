package dev.dormouse.examples;

import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.Outbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A message that is published with the order it tells of. */
final class Publishing {

    record Placed(long orderId, long cents) {}

    private final DataSource dataSource;

    Publishing(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The order and its message are committed together, or neither is. Messages of one order are delivered in order. */
    void placeOrder(Outbox outbox, long orderId, long cents) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, orderId, cents);
            outbox.publish(
                    connection,
                    NewMessage.of("orders.placed", new Placed(orderId, cents)).key("order-" + orderId));
            connection.commit();
        }
    }

    private static void insert(Connection connection, long id, long cents) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("insert into orders (id, cents) values (?, ?)")) {
            statement.setLong(1, id);
            statement.setLong(2, cents);
            statement.executeUpdate();
        }
    }
}
