package dev.dormouse.orchestration.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.TurnItem;
import dev.dormouse.provider.TurnLock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StrangersTest {

    private final Strangers strangers = new Strangers(2);

    private static TurnItem item(String instance, long incarnation, long executionId, long lastEventId) {
        return new TurnItem(
                TurnLock.none(instance),
                "name",
                "2.0.0",
                incarnation,
                executionId,
                1,
                Instant.EPOCH,
                lastEventId,
                List.of(),
                List.of(),
                Map.of());
    }

    @Test
    void everyMeetingCounts() {
        assertThat(strangers.met(item("a", 1, 1, 5))).isEqualTo(1);
        assertThat(strangers.met(item("a", 1, 1, 5))).isEqualTo(2);
        assertThat(strangers.met(item("b", 2, 1, 5))).isEqualTo(1);
        assertThat(strangers.met(item("a", 1, 1, 5))).isEqualTo(3);
    }

    @Test
    void ifSomebodyWentOnWithItTheCountBeginsAnew() {
        strangers.met(item("a", 1, 1, 5));

        assertThat(strangers.met(item("a", 1, 1, 7))).isEqualTo(1);
        assertThat(strangers.met(item("a", 1, 2, 7))).isEqualTo(1);
        assertThat(strangers.met(item("a", 9, 2, 7))).isEqualTo(1);
        assertThat(strangers.met(item("a", 9, 2, 7))).isEqualTo(2);
    }

    @Test
    void thoseNotMetForLongestAreForgotten() {
        strangers.met(item("a", 1, 1, 5));
        strangers.met(item("b", 2, 1, 5));
        strangers.met(item("a", 1, 1, 5));
        strangers.met(item("c", 3, 1, 5));

        assertThat(strangers.met(item("a", 1, 1, 5))).isEqualTo(3);
        assertThat(strangers.met(item("b", 2, 1, 5))).isEqualTo(1);
    }
}
