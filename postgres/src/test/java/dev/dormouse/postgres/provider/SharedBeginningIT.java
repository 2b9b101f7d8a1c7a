package dev.dormouse.postgres.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.dormouse.provider.CustomStatusChange;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnLock;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Instances that are begun in a transaction which several callers share. */
class SharedBeginningIT {

    private static final Duration GENEROUS = Duration.ofSeconds(20);

    private final PgStorage storage = PgStorage.listening(PgStorage.NO_FALLBACK);
    private final Provider provider = storage.provider();

    @AfterEach
    void close() {
        storage.close();
    }

    private static TurnAck first(String instance, String body) {
        return TurnAck.of(
                TurnLock.none(instance),
                1,
                ExecutionChange.started("Flow", "1.0.0"),
                List.of(new StoredEvent(1, body)));
    }

    private CompletableFuture<Long> begin(TurnAck first, Predicate<Thread> underway) {
        CompletableFuture<Long> begun = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                begun.complete(provider.begin(first));
            } catch (RuntimeException e) {
                begun.completeExceptionally(e);
            }
        });
        caller.start();
        await().atMost(GENEROUS).pollInSameThread().until(() -> underway.test(caller));
        return begun;
    }

    /** For the call that another one makes. */
    private static boolean waits(Thread caller) {
        return caller.getState() == Thread.State.WAITING;
    }

    @Test
    void oneThatCannotBeStoredIsNoTroubleToThoseBesideIt() throws SQLException {
        CompletableFuture<Long> held;
        CompletableFuture<Long> sound;
        CompletableFuture<Long> unsound;
        try (Connection connection = storage.slot().pool().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute(
                    "insert into " + storage.slot().schema().quotedName() + ".turn (instance) values ('held')");
            held = begin(first("held", "event"), caller -> GivenUpMeanwhileIT.somebodyWaits(statement));
            sound = begin(first("sound", "event"), SharedBeginningIT::waits);
            unsound = begin(
                    first("unsound", "no\0text").withCustomStatus(new CustomStatusChange("busy")),
                    SharedBeginningIT::waits);
            connection.rollback();
            connection.setAutoCommit(true);
        }
        assertThat(held.join()).isPositive();
        assertThat(sound.join()).isPositive();
        assertThatThrownBy(unsound::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ProviderException.class);
        assertThat(provider.findStatus("sound")).isPresent();
        assertThat(provider.findStatus("unsound")).isEmpty();
    }
}
