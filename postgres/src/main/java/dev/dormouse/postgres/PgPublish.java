package dev.dormouse.postgres;

import dev.dormouse.outbox.EncodedMessage;
import dev.dormouse.outbox.Outbox;
import dev.dormouse.outbox.OutboxException;
import dev.dormouse.outbox.Unrouted;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.postgres.sql.SqlFiles;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Adds messages, on a connection that somebody else commits. Nothing that others use is locked. */
final class PgPublish {

    private final Sql one;
    private final Sql oneAndAnnounce;
    private final Sql many;

    PgPublish(Database database) {
        SqlFiles files = SqlFiles.of(PgOutboxStore.class, database.schema());
        this.one = files.load("publish_one");
        this.oneAndAnnounce = files.load("begin", "publish_one", "commit", "announce");
        this.many = files.load("publish_many");
    }

    List<UUID> publish(Connection connection, List<EncodedMessage> messages, Unrouted unrouted) throws SQLException {
        if (messages.size() > 1 || !messages.get(0).delay().isZero()) {
            return publishMany(connection, messages, unrouted);
        }
        try (SqlCall call = one.prepare(connection)) {
            return List.of(read(bind(call, messages.get(0), unrouted), messages.get(0)));
        }
    }

    /** On a connection that commits by itself. Commits the message and then, seeing who sleeps now, tells them. */
    UUID publishAndAnnounce(Connection connection, EncodedMessage message, Unrouted unrouted, long node)
            throws SQLException {
        try (SqlCall call = oneAndAnnounce.prepare(connection)) {
            bind(call, message, unrouted).set("wake", Outbox.WAKE_NAME).set("self", node);
            UUID id = read(call, message);
            call.nextRows();
            return id;
        } catch (SQLException e) {
            rollback(connection, e);
            throw e;
        }
    }

    private static SqlCall bind(SqlCall call, EncodedMessage message, Unrouted unrouted) throws SQLException {
        return call.set("topic", message.topic())
                .set("key", message.key())
                .set("content_type", message.contentType())
                .set("headers", Headers.write(message.headers()))
                .set("payload", message.payload())
                .set("bytes", message.payload().length)
                .set("refuse", unrouted == Unrouted.REFUSED);
    }

    private static UUID read(SqlCall call, EncodedMessage message) throws SQLException {
        ResultSet rows = call.query();
        if (!rows.next()) {
            throw unrouted(message.topic());
        }
        return rows.getObject(1, UUID.class);
    }

    private List<UUID> publishMany(Connection connection, List<EncodedMessage> messages, Unrouted unrouted)
            throws SQLException {
        try (SqlCall call = many.prepare(connection)) {
            bind(call, messages);
            call.set("refuse", unrouted == Unrouted.REFUSED);
            List<UUID> ids = new ArrayList<>(messages.size());
            for (ResultSet rows = call.query(); rows.next(); ) {
                if (unrouted == Unrouted.REFUSED && !rows.getBoolean("routed")) {
                    throw unrouted(rows.getString("topic"));
                }
                ids.add(rows.getObject("id", UUID.class));
            }
            return ids;
        }
    }

    private static void bind(SqlCall call, List<EncodedMessage> messages) throws SQLException {
        call.set("topics", texts(messages, EncodedMessage::topic)).set("keys", texts(messages, EncodedMessage::key));
        call.set("content_types", texts(messages, EncodedMessage::contentType));
        call.set("headers", texts(messages, message -> Headers.write(message.headers())));
        call.set("payloads", messages.stream().map(EncodedMessage::payload).toArray(byte[][]::new));
        call.set(
                "delays",
                messages.stream()
                        .mapToLong(message -> message.delay().toMillis())
                        .toArray());
    }

    private static OutboxException unrouted(String topic) {
        return new OutboxException("No route matches the topic " + topic
                + ", and the outbox is set to refuse such messages: start a node with a route for it, or keep them");
    }

    private static @Nullable String[] texts(
            List<EncodedMessage> messages, Function<EncodedMessage, @Nullable String> column) {
        @Nullable String[] texts = new String[messages.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = column.apply(messages.get(i));
        }
        return texts;
    }

    /** The statement opened its own transaction, of which the driver knows nothing. */
    private static void rollback(Connection connection, SQLException cause) {
        try (Statement statement = connection.createStatement()) {
            statement.execute("rollback");
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
