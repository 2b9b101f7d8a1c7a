package dev.dormouse.postgres;

import dev.dormouse.Dormouse;
import dev.dormouse.DormouseBuilder;
import dev.dormouse.outbox.NewMessage;
import dev.dormouse.outbox.Outbox;
import dev.dormouse.outbox.OutboxAdmin;
import dev.dormouse.outbox.OutboxSettings;
import dev.dormouse.outbox.RouteSettings;
import dev.dormouse.testkit.TestSchema;
import java.time.Duration;

/** A migrated schema with a pool and a node that only publishes; what a test of the outbox begins with. */
final class OutboxFixture extends SchemaFixture {

    static final Duration SOON = Duration.ofMillis(20);
    /** Failures are tried again soon, and given up after the third. */
    static final RouteSettings HASTY = RouteSettings.defaults()
            .withRetryBackoff(SOON, SOON.multipliedBy(2))
            .withAttemptsMax(3);

    final Dormouse producer;
    final Outbox outbox;
    final OutboxAdmin admin;

    OutboxFixture() {
        this(OutboxSettings.defaults());
    }

    OutboxFixture(OutboxSettings settings) {
        super(TestSchema.create(), 20);
        this.producer = start(node().outbox(settings));
        this.outbox = producer.outbox();
        this.admin = producer.outboxAdmin();
    }

    DormouseBuilder node() {
        return Dormouse.on(postgres()).wake(NO_FALLBACK);
    }

    static NewMessage message(String key, String text) {
        return NewMessage.text("orders.placed", text).key(key);
    }

    static NewMessage message(String text) {
        return NewMessage.text("orders.placed", text);
    }

    /** Nothing is on its way any more, and no node holds a lane. */
    void untilQuiet() {
        until(() -> count("outbox_pending") + count("outbox_waiting") + count("outbox_delayed") == 0
                && count("outbox_lane where node is not null") == 0);
    }
}
