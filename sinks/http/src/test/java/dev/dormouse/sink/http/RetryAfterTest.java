package dev.dormouse.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");

    @Test
    void isANumberOfSeconds() {
        assertThat(find("Retry-After", " 120 ")).contains(Duration.ofMinutes(2));
        assertThat(find("retry-after", "0")).contains(Duration.ZERO);
    }

    @Test
    void isADate() {
        assertThat(find("Retry-After", "Mon, 16 Nov 2026 12:00:30 GMT")).contains(Duration.ofSeconds(30));
        assertThat(find("Retry-After", "Mon, 16 Nov 2026 11:00:00 GMT")).contains(Duration.ZERO);
    }

    @Test
    void isADateByTheClockOfTheReceiver() {
        assertThat(find("Retry-After", "Mon, 16 Nov 2026 03:00:10 GMT", "Date", "Mon, 16 Nov 2026 03:00:00 GMT"))
                .contains(Duration.ofSeconds(10));
    }

    @Test
    void isCutToTheMaximum() {
        assertThat(find("Retry-After", "999999999")).contains(Duration.ofHours(1));
        assertThat(find("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")).contains(Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "1.5", "99999999999999999999", "Mon, 99 Nov 2026 12:00:30 GMT"})
    void isIgnoredWhereItCannotBeRead(String value) {
        assertThat(find("Retry-After", value)).isEmpty();
    }

    private static Optional<Duration> find(String... namesAndValues) {
        Map<String, List<String>> headers = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.put(namesAndValues[i], List.of(namesAndValues[i + 1]));
        }
        return RetryAfter.find(HttpHeaders.of(headers, (name, value) -> true), NOW, Duration.ofHours(1));
    }
}
