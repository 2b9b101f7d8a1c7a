package dev.dormouse.sink.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisSettingsTest {

    @ParameterizedTest
    @ValueSource(strings = {"localhost:6379", "http://host", "redis:", "redis://a b:s3cret@host", ""})
    void aWrongUrlIsRefusedWithoutBeingShown(String url) {
        assertThatThrownBy(() -> RedisStreamSink.at(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("redis://host:6379")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void wrongSettingsOfStreamsAreRefused() {
        RedisStreamSinkBuilder builder = RedisStreamSink.at("redis://127.0.0.1:1");
        assertThatThrownBy(() -> builder.maxLength(0)).hasMessage("maxLength must be at least 1: 0");
        assertThatThrownBy(() -> builder.dedupeFor(Duration.ZERO)).hasMessageContaining("at least a millisecond: PT0S");
        builder.build().close();
    }

    @Test
    void wrongChangesOfHashesAreRefused() {
        Map<String, String> fields = Map.of("a", "1");
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i <= 2000; i++) {
            many.put("f" + i, "");
        }
        assertThatThrownBy(() -> HashChange.put("", fields)).hasMessageContaining("must not be empty");
        assertThatThrownBy(() -> HashChange.put("h", Map.of())).hasMessageContaining("this PUT has 0");
        assertThatThrownBy(() -> HashChange.put("h", many)).hasMessageContaining("this PUT has 2001");
        assertThatThrownBy(() -> HashChange.put("h", Map.of("_version", "1"))).hasMessageContaining("atVersion");
        assertThatThrownBy(() -> HashChange.delete("h").atVersion(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> HashChange.put("h", fields).expiringAfter(Duration.ZERO))
                .hasMessageContaining("PT0S");
    }
}
