package dev.dormouse.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewMessage.Start;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.TurnFetch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTest {

    private static NewMessage start(String instance, String body) {
        return NewMessage.start(instance, new Start("Flow", null, null, false), body);
    }

    @Test
    void zeroAndTheHighestCharactersAreKept() {
        String body = "a\0b\u0001\uffff\ud83d\udc2d\0";
        try (SqliteProvider provider = SqliteProvider.inMemory()) {
            provider.enqueue(List.of(start("a", body)));

            assertThat(provider.fetchTurns(TurnFetch.of(1, Duration.ofMinutes(1), Duration.ZERO))
                            .items()
                            .get(0)
                            .messages()
                            .get(0)
                            .body())
                    .isEqualTo(body);
        }
    }

    @Test
    void halfACharacterIsRefusedAndNothingIsStored() {
        try (SqliteProvider provider = SqliteProvider.inMemory()) {
            assertThatThrownBy(() -> provider.enqueue(List.of(start("a", "fine"), start("b", "not \ud83d fine"))))
                    .isInstanceOf(ProviderException.class)
                    .hasMessageContaining("index 4");

            assertThat(provider.findStatus("a")).isEmpty();
        }
    }
}
