package dev.dormouse.postgres;

import static dev.dormouse.postgres.NodeFixture.GENEROUS;
import static dev.dormouse.postgres.NodeFixture.NOTE;
import static dev.dormouse.postgres.NodeFixture.NO_FALLBACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.Dormouse;
import dev.dormouse.postgres.NodeFixture.Note;
import dev.dormouse.postgres.listen.DriverConnector;
import dev.dormouse.postgres.listen.Refusing;
import dev.dormouse.wake.PollEvent;
import dev.dormouse.wake.PollMode;
import dev.dormouse.wake.WakeReason;
import dev.dormouse.wake.WakeSettings;
import java.util.Properties;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node that can do everything but tell the others. */
final class SendFailureIT {

    private final NodeFixture f = new NodeFixture();

    @AfterEach
    void close() {
        f.close();
    }

    @Test
    void aNodeThatCannotAnnounceLooksForTheWorkThatOthersMaySleepOver() {
        // Nothing else makes it aggressive.
        WakeSettings wake = NO_FALLBACK.withAggressiveOn(Set.of(PollEvent.SEND_FAILED));
        try (Dormouse node = Dormouse.on(postgres())
                .wake(wake)
                .handle(NOTE, (job, note) -> {
                    if (job.attempt() == 1) {
                        throw new IllegalStateException("when it is tried again is announced");
                    }
                    f.note(note);
                })
                .start()) {
            await().atMost(GENEROUS).until(() -> mode(node) == PollMode.LISTENING);
            node.jobs().enqueue(NOTE, new Note("twice"));
            await().atMost(GENEROUS).until(() -> mode(node) == PollMode.AGGRESSIVE);
            await().atMost(GENEROUS)
                    .until(() -> node.health().counts().wakes().getOrDefault(WakeReason.AGGRESSIVE, 0L) > 0);
            assertThat(f.isDone("twice")).isTrue();
        }
    }

    /** The statement of the announcer, and no other that notifies. */
    private static boolean announcesMany(String sql) {
        return sql.contains("pg_notify") && sql.contains(" AS hint ");
    }

    private static PollMode mode(Dormouse node) {
        return node.health().queues().get(0).mode();
    }

    private Postgres postgres() {
        DataSource mute = Refusing.sql(f.pool, SendFailureIT::announcesMany);
        return Postgres.at(mute, f.schema.name(), new DriverConnector(f.url, new Properties()));
    }
}
