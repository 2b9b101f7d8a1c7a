package dev.dormouse.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.spi.PayloadException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JacksonCodecTest {

    record Order(long id, String note, List<String> items, Map<String, Integer> counts, Instant at) {}

    record Holder(Object anything) {}

    private final JacksonCodec codec = new JacksonCodec();

    @Test
    void isFoundOnTheClassPath() {
        assertThat(PayloadCodec.onClassPath()).isInstanceOf(JacksonCodec.class);
    }

    @Test
    void aRecordComesBackEqual() {
        Order order = new Order(
                Long.MAX_VALUE,
                "quotes \" backslash \\ tab \t nul \u0000 emoji \uD83D\uDC2D",
                List.of("", " "),
                Map.of("a", -1),
                Instant.parse("2026-11-01T12:00:00.123456789Z"));
        assertThat(codec.decode(codec.encode(order, Order.class), Order.class)).isEqualTo(order);
    }

    @Test
    void halfASurrogatePairIsRefusedAndNotAltered() {
        Order order = new Order(1, "broken \uD83D", List.of(), Map.of(), Instant.EPOCH);
        assertThatThrownBy(() -> codec.encode(order, Order.class))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining("Order");
    }

    @Test
    void whatIsNotJsonIsRefusedWithTheTypeThatWasAskedFor() {
        assertThatThrownBy(() -> codec.decode(bytes("{not json"), Order.class))
                .isInstanceOf(PayloadException.class)
                .hasMessageContaining(Order.class.getName());
    }

    @Test
    void nestingWithoutEndIsRefused() {
        assertThatThrownBy(() -> codec.decode(bytes("[".repeat(100_000)), Object.class))
                .isInstanceOf(PayloadException.class);
    }

    @Test
    void aPayloadCannotNameAClass() {
        Object decoded =
                codec.decode(bytes("{\"anything\":[\"java.net.URL\",{\"@class\":\"java.net.URL\"}]}"), Holder.class);
        assertThat(((Holder) decoded).anything()).isEqualTo(List.of("java.net.URL", Map.of("@class", "java.net.URL")));
    }

    @Test
    void aCyclicValueIsRefused() {
        Object[] cycle = new Object[1];
        cycle[0] = cycle;
        assertThatThrownBy(() -> codec.encode(cycle, Object[].class)).isInstanceOf(PayloadException.class);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
