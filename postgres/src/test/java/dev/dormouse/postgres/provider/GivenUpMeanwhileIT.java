package dev.dormouse.postgres.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.StoredMessage;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A message for an instance whose turn ends between the moment at which the statement looks and the one at which it gets the
 * row: whoever ended the turn has not seen the message, so it is the message's own transaction that makes the instance due.
 */
class GivenUpMeanwhileIT {

    private static final Duration GENEROUS = Duration.ofSeconds(20);

    private final PgStorage storage = PgStorage.listening(PgStorage.NO_FALLBACK);
    private final Provider provider = storage.provider();
    private final String schema = storage.slot().schema().quotedName();

    @AfterEach
    void close() {
        storage.close();
    }

    private List<TurnItem> turns() {
        return provider.fetchTurns(TurnFetch.of(1, Duration.ofMinutes(1), Duration.ZERO))
                .items();
    }

    /** Blocks whoever sends to the instance, which then has its snapshot already. */
    private void hold(Statement statement) throws SQLException {
        statement.execute("select from " + schema + ".turn where instance = 'a' for update");
    }

    /** Whether another backend waits for a lock of this one. */
    static boolean somebodyWaits(Statement statement) {
        try (ResultSet rows = statement.executeQuery("select exists (select from pg_stat_activity"
                + " where wait_event_type = 'Lock' and pg_backend_pid() = any (pg_blocking_pids(pid)))")) {
            rows.next();
            return rows.getBoolean(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aMessageIsNotLeftLyingWhenTheTurnEndsMeanwhile() throws SQLException {
        provider.enqueue(List.of(NewMessage.start("a", new Start("Flow", null, null, false), "start")));
        assertThat(turns()).hasSize(1);
        CompletableFuture<List<EnqueueOutcome>> sent;
        try (Connection connection = storage.slot().pool().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            hold(statement);
            sent = CompletableFuture.supplyAsync(() -> provider.enqueue(List.of(NewMessage.of("a", "late"))));
            await().atMost(GENEROUS).pollInSameThread().until(() -> somebodyWaits(statement));
            statement.execute("delete from " + schema + ".turn_message");
            statement.execute("update " + schema + ".turn set token = null, due_at = null");
            connection.commit();
            connection.setAutoCommit(true);
        }
        assertThat(sent.join()).containsExactly(EnqueueOutcome.ENQUEUED);
        assertThat(turns())
                .singleElement()
                .satisfies(item -> assertThat(item.messages())
                        .extracting(StoredMessage::body)
                        .containsExactly("late"));
    }
}
