package dev.dormouse.examples;

import dev.dormouse.jobs.JobContext;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.Jobs;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A job that is enqueued with the order that needs it, and whose effect happens exactly once. */
final class Transactions {

    record Charge(long orderId, long cents) {}

    static final JobKind<Charge> CHARGE =
            JobKind.of("charge", Charge.class).withQueue("payments").withAttemptsMax(5);

    private final DataSource dataSource;

    Transactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The order and its job are committed together, or neither is. */
    void placeOrder(Jobs jobs, long orderId, long cents) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "insert into orders (id, cents) values (?, ?)", orderId, cents);
            jobs.enqueue(connection, CHARGE, new Charge(orderId, cents));
            connection.commit();
        }
    }

    /** The payment and the job's completion are committed together: no crash can make it two payments. */
    void charge(JobContext job, Charge charge) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            insert(connection, "insert into payments (order_id, cents) values (?, ?)", charge.orderId, charge.cents);
            job.completeIn(connection);
            connection.commit();
        }
    }

    private static void insert(Connection connection, String sql, long id, long cents) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, id);
            statement.setLong(2, cents);
            statement.executeUpdate();
        }
    }
}
