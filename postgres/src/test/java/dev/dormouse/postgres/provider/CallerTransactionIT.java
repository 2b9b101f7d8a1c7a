package dev.dormouse.postgres.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.StoredMessage;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A caller's transaction may take as long as it likes: its messages come with its commit, and it holds nothing up. */
class CallerTransactionIT {

    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final Duration WAIT = Duration.ofSeconds(20);

    private final PgStorage storage = PgStorage.listening(PgStorage.NO_FALLBACK);
    private final Provider provider = storage.provider();
    private Connection connection;

    @BeforeEach
    void begin() throws SQLException {
        connection = storage.slot().pool().getConnection();
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.rollback();
        connection.setAutoCommit(true);
        connection.close();
        storage.close();
    }

    private static NewMessage start(String instance) {
        return NewMessage.start(instance, new Start("Flow", null, null, false), "start");
    }

    private List<TurnItem> turns(Duration wait) {
        return provider.fetchTurns(TurnFetch.of(5, LOCK, wait)).items();
    }

    private static List<String> bodies(TurnItem item) {
        return item.messages().stream().map(StoredMessage::body).toList();
    }

    private void startedAndIdle(String instance) {
        provider.enqueue(List.of(start(instance)));
        TurnItem item = turns(WAIT).get(0);
        assertThat(provider.ackTurns(List.of(TurnAck.nothing(item)))).containsExactly(AckOutcome.COMMITTED);
    }

    @Test
    void aStartExistsWithTheCommit() throws SQLException {
        assertThat(provider.enqueue(connection, List.of(start("a")))).containsExactly(EnqueueOutcome.ENQUEUED);
        assertThat(provider.enqueue(connection, List.of(NewMessage.of("a", "more"))))
                .containsExactly(EnqueueOutcome.ENQUEUED);
        assertThat(turns(Duration.ZERO)).isEmpty();
        assertThat(provider.findStatus("a")).isEmpty();

        connection.commit();

        assertThat(bodies(turns(WAIT).get(0))).containsExactly("start", "more");
    }

    @Test
    void aRollbackLeavesNothing() throws SQLException {
        startedAndIdle("a");
        provider.enqueue(connection, List.of(NewMessage.of("a", "never"), start("b")));
        connection.rollback();

        assertThat(turns(Duration.ZERO)).isEmpty();
        assertThat(provider.findStatus("b")).isEmpty();
    }

    @Test
    void turnsGoOnWhileItIsOpen() throws SQLException {
        startedAndIdle("a");
        provider.enqueue(connection, List.of(NewMessage.of("a", "late")));
        provider.enqueue(List.of(NewMessage.of("a", "meanwhile")));

        TurnItem item = turns(WAIT).get(0);
        assertThat(bodies(item)).containsExactly("meanwhile");
        assertThat(provider.ackTurns(List.of(TurnAck.nothing(item)))).containsExactly(AckOutcome.COMMITTED);
        assertThat(turns(Duration.ZERO)).isEmpty();

        connection.commit();

        assertThat(bodies(turns(WAIT).get(0))).containsExactly("late");
    }

    @Test
    void aCommitDuringATurnIsSeenAfterIt() throws SQLException {
        startedAndIdle("a");
        provider.enqueue(List.of(NewMessage.of("a", "first")));
        TurnItem item = turns(WAIT).get(0);
        provider.enqueue(connection, List.of(NewMessage.of("a", "second")));
        connection.commit();
        assertThat(turns(Duration.ZERO)).isEmpty();
        provider.ackTurns(List.of(TurnAck.nothing(item)));

        assertThat(bodies(turns(WAIT).get(0))).containsExactly("second");
        assertThat(turns(Duration.ZERO)).isEmpty();
    }

    @Test
    void outcomesAreTold() throws SQLException {
        startedAndIdle("a");

        assertThat(provider.enqueue(
                        connection,
                        List.of(
                                start("a"),
                                NewMessage.of("nobody", "x"),
                                NewMessage.of("early", "x").buffered())))
                .containsExactly(
                        EnqueueOutcome.EXISTS, EnqueueOutcome.UNKNOWN_INSTANCE, EnqueueOutcome.BUFFERED);
    }
}
