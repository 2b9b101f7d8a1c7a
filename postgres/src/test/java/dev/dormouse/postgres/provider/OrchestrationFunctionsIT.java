package dev.dormouse.postgres.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.StoredMessage;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The schema's functions, called as a program in another language does. */
class OrchestrationFunctionsIT {

    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final Duration WAIT = Duration.ofSeconds(20);

    private final PgStorage storage = PgStorage.listening(PgStorage.NO_FALLBACK);
    private final Provider provider = storage.provider();

    @AfterEach
    void close() {
        storage.close();
    }

    private String text(String sql) throws SQLException {
        try (Connection connection = storage.slot().pool().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        sql.replace("{schema}", storage.slot().schema().quotedName()))) {
            rows.next();
            return rows.getString(1);
        }
    }

    private TurnItem turn() {
        return provider.fetchTurns(
                        TurnFetch.of(1, LOCK, WAIT).withNames(Set.of("order")))
                .items()
                .get(0);
    }

    private static List<String> bodies(TurnItem item) {
        return item.messages().stream().map(StoredMessage::body).toList();
    }

    @Test
    void whatSqlStartsIsATurnForJava() throws SQLException {
        assertThat(text("select started from {schema}.start_orchestration('order', '{\"item\": 7}', 'o-1', '1.2.0')"))
                .isEqualTo("t");

        TurnItem item = turn();
        assertThat(item.instance()).isEqualTo("o-1");
        assertThat(item.version()).isEqualTo("1.2.0");
        assertThat(bodies(item).get(0))
                .contains("\"type\": \"start\"", "\"name\": \"order\"", "\"input\": \"{\\\"item\\\": 7}\"");
        assertThat(text("select started from {schema}.start_orchestration('order', instance => 'o-1')"))
                .isEqualTo("f");
    }

    @Test
    void anIdIsMadeAndAStartMayBeDelayed() throws SQLException {
        String id = text("select id from {schema}.start_orchestration('order', '7'::jsonb, delay => interval '300 ms')");
        assertThat(text("select {schema}.raise_event('" + id + "', 'hurry')")).isEqualTo("enqueued");
        assertThat(provider.fetchTurns(TurnFetch.of(1, LOCK, Duration.ZERO)).items())
                .isEmpty();

        TurnItem item = turn();
        assertThat(item.instance()).isEqualTo(id);
        assertThat(item.messages()).hasSize(2);
    }

    @Test
    void whatIsSentWakesAndIsDelivered() throws SQLException {
        text("select id from {schema}.start_orchestration('order', instance => 'o-2')");
        provider.ackTurns(List.of(TurnAck.nothing(turn())));

        assertThat(text("select {schema}.raise_event('o-2', 'paid', '5')")).isEqualTo("enqueued");
        assertThat(text("select {schema}.enqueue_event('o-2', 'lines', '{\"n\": 1}'::jsonb)"))
                .isEqualTo("enqueued");
        assertThat(text("select {schema}.cancel_orchestration('o-2', 'changed my mind')"))
                .isEqualTo("enqueued");

        TurnItem item = turn();
        assertThat(bodies(item))
                .containsExactly(
                        "{\"data\": \"5\", \"name\": \"paid\", \"type\": \"raise\"}",
                        "{\"data\": \"{\\\"n\\\": 1}\", \"type\": \"enqueue\", \"queue\": \"lines\"}",
                        "{\"type\": \"cancel\", \"reason\": \"changed my mind\"}");
        provider.ackTurns(List.of(TurnAck.of(
                item.lock(), 1, ExecutionChange.ended(ExecutionStatus.FAILED, "cancelled"), List.of())));
        assertThat(text("select {schema}.raise_event('o-2', 'paid')")).isEqualTo("finished");
        assertThat(text("select {schema}.raise_event('nobody', 'paid')")).isEqualTo("unknown_instance");
    }

    @Test
    void aMessageMayWaitForItsInstance() throws SQLException {
        assertThat(text("select {schema}.raise_event('o-3', 'early', buffered => true)"))
                .isEqualTo("buffered");
        text("select id from {schema}.start_orchestration('order', instance => 'o-3')");

        assertThat(turn().messages()).hasSize(2);
    }

    @Test
    void badInputIsNamed() {
        assertThatThrownBy(() -> text("select id from {schema}.start_orchestration('no spaces please')"))
                .hasMessageContaining("'no spaces please'");
        assertThatThrownBy(() -> text("select id from {schema}.start_orchestration('order', instance => 'sub::1')"))
                .hasMessageContaining("'sub::1'");
        assertThatThrownBy(() -> text("select {schema}.raise_event('', 'x')"))
                .hasMessageContaining("instance must have 1 to 1024 bytes");
    }
}
