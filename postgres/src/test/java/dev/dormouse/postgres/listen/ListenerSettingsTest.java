package dev.dormouse.postgres.listen;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class ListenerSettingsTest {

    @Test
    void aChannelThatPostgresWouldCutOffIsRefused() {
        ListenerSettings.defaults("ä".repeat(31));
        assertThatThrownBy(() -> ListenerSettings.defaults("ä".repeat(32)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("64");
        assertThatThrownBy(() -> ListenerSettings.defaults(" ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aZeroTimeoutIsRefused() {
        assertThatThrownBy(() -> ListenerSettings.defaults("c").withEchoTimeout(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("echoTimeout");
    }

    @Test
    void aUrlOfAnotherKindIsRefused() {
        assertThatThrownBy(() -> new DriverConnector("jdbc:other://host/db", new Properties()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jdbc:other://host/db");
    }
}
