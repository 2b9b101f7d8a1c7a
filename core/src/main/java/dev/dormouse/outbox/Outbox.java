package dev.dormouse.outbox;

import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.wake.WakeHint;
import dev.dormouse.wake.Waking;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Publishes messages. Thread-safe.
 *
 * <p>Every verb answers with the id by which consumers recognise repetitions. A message exists if and when its transaction
 * commits; rolled back, it is never delivered.
 */
public final class Outbox {

    /** The name by which wakes for the outbox are announced. */
    public static final String WAKE_NAME = "outbox";

    private final OutboxStore store;
    private final OutboxSettings settings;
    private final PayloadCodec codec;
    private final Waking waking;
    private final LongSupplier node;
    private final OutboxObserver observer;

    /** What the outbox needs of a node. */
    public record Parts(PayloadCodec codec, Waking waking, LongSupplier node, OutboxObserver observer) {}

    public Outbox(OutboxStore store, OutboxSettings settings, Parts parts) {
        this.store = store;
        this.settings = settings;
        this.codec = parts.codec;
        this.waking = parts.waking;
        this.node = parts.node;
        this.observer = parts.observer;
    }

    /**
     * Publishes in the caller's transaction, and announces it by its commit. On a connection that commits by itself it is a
     * transaction of its own.
     */
    public UUID publish(Connection connection, NewMessage message) {
        return publishAll(connection, List.of(message)).get(0);
    }

    /** As {@link #publish(Connection, NewMessage)}, many in one round trip and in this order. */
    public List<UUID> publishAll(Connection connection, List<NewMessage> messages) {
        if (messages.isEmpty()) {
            return List.of();
        }
        List<EncodedMessage> encoded = encode(messages);
        List<UUID> ids = store.publish(connection, encoded, settings.unrouted());
        hints(encoded).forEach(hint -> waking.announcer().announceIn(connection, hint));
        observer.published(ids.size());
        return ids;
    }

    /** Publishes in a transaction of its own; returns once it is committed. */
    public UUID publish(NewMessage message) {
        return publishAll(List.of(message)).get(0);
    }

    /** Publishes many in one transaction of their own and in this order; returns once it is committed. */
    public List<UUID> publishAll(List<NewMessage> messages) {
        if (messages.isEmpty()) {
            return List.of();
        }
        List<EncodedMessage> encoded = encode(messages);
        List<UUID> ids = publishEncoded(encoded);
        observer.published(ids.size());
        return ids;
    }

    private List<UUID> publishEncoded(List<EncodedMessage> encoded) {
        if (waking.announcer().inTransaction()) {
            return store.inTransaction(connection -> {
                List<UUID> ids = store.publish(connection, encoded, settings.unrouted());
                hints(encoded).forEach(hint -> waking.announcer().announceIn(connection, hint));
                return ids;
            });
        }
        if (encoded.size() == 1
                && encoded.get(0).delay().isZero()
                && waking.announcer().takeLead()) {
            return List.of(publishInTheLead(encoded.get(0)));
        }
        try {
            return store.publish(encoded, settings.unrouted());
        } finally {
            // Also after an error: a commit whose outcome is unknown counts as committed.
            hints(encoded).forEach(waking::announce);
        }
    }

    /** The first after a quiet spell, when others may well be asleep, is announced by its own round trip. */
    private UUID publishInTheLead(EncodedMessage message) {
        WakeHint hint = WakeHint.now(WAKE_NAME);
        try {
            UUID id = store.publishAndAnnounce(message, settings.unrouted(), node.getAsLong());
            waking.hub().wakeLocally(hint);
            return id;
        } catch (Throwable unknown) {
            waking.announce(hint);
            throw unknown;
        }
    }

    /**
     * Runs work of the caller's own in a transaction, in which it can publish. The messages are announced after the commit,
     * which costs the transaction nothing. If the work throws, the transaction is rolled back and that is thrown.
     */
    public <R> R inTransaction(TransactionWork<R> work) {
        List<EncodedMessage> published = new ArrayList<>();
        try {
            return store.inTransaction(connection -> run(work, connection, published));
        } finally {
            // Also after an error: a commit whose outcome is unknown counts as committed.
            if (!waking.announcer().inTransaction()) {
                hints(published).forEach(waking::announce);
            }
        }
    }

    private <R> R run(TransactionWork<R> work, Connection connection, List<EncodedMessage> published) {
        try {
            return work.run(connection, message -> publishIn(connection, message, published));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new OutboxException("The work in the transaction failed, and it was rolled back: " + e, e);
        }
    }

    private UUID publishIn(Connection connection, NewMessage message, List<EncodedMessage> published) {
        EncodedMessage encoded = encode(message);
        UUID id =
                store.publish(connection, List.of(encoded), settings.unrouted()).get(0);
        published.add(encoded);
        if (waking.announcer().inTransaction()) {
            hints(List.of(encoded)).forEach(hint -> waking.announcer().announceIn(connection, hint));
        }
        observer.published(1);
        return id;
    }

    private List<EncodedMessage> encode(List<NewMessage> messages) {
        return messages.stream().map(this::encode).toList();
    }

    private EncodedMessage encode(NewMessage message) {
        byte[] payload = message.payload() instanceof byte[] bytes
                ? bytes
                : codec.encode(message.payload(), message.payload().getClass());
        if (payload.length > settings.payloadBytesMax()) {
            throw new IllegalArgumentException("The payload of topic " + message.topic() + " takes " + payload.length
                    + " bytes, the limit is " + settings.payloadBytesMax()
                    + ": store it elsewhere and pass a reference");
        }
        return new EncodedMessage(
                message.topic(), message.key(), payload, message.contentType(), message.headers(), message.delay());
    }

    /** One hint per moment is enough, however many messages there are. */
    private static Set<WakeHint> hints(List<EncodedMessage> messages) {
        Set<WakeHint> hints = new LinkedHashSet<>();
        for (EncodedMessage message : messages) {
            Duration delay = message.delay();
            hints.add(new WakeHint(WAKE_NAME, delay));
        }
        return hints;
    }
}
