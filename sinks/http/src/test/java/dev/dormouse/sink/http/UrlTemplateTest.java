package dev.dormouse.sink.http;

import static dev.dormouse.sink.http.Messages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.outbox.OutboxMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlTemplateTest {

    @Test
    void placeholdersAreFilledInAndEncoded() {
        OutboxMessage message = message("a/b?c ü$1", "");
        assertThat(UrlTemplate.of("https://host:1/x/{topic}/{key}?id={id}").apply(message))
                .hasToString("https://host:1/x/orders.created/a%2Fb%3Fc%20%C3%BC%241?id=" + message.id());
    }

    @Test
    void aUrlWithoutPlaceholdersIsTheSameForAll() {
        assertThat(UrlTemplate.of("https://host/x").apply(message(null, ""))).hasToString("https://host/x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", ""})
    void aKeyThatWouldClimbThePathIsRefused(String key) {
        assertThatThrownBy(() -> UrlTemplate.of("https://host/{key}").apply(message(key, "")))
                .isInstanceOf(Undeliverable.class)
                .hasMessageContaining("key '" + key + "'");
    }

    @Test
    void aMissingKeyIsRefused() {
        assertThatThrownBy(() -> UrlTemplate.of("https://host/{key}").apply(message(null, "")))
                .isInstanceOf(Undeliverable.class)
                .hasMessageContaining("needs the message's key");
    }

    @ParameterizedTest
    @CsvSource({
        "https://{key}/x, only behind its host",
        "https://{key}.example/x, only behind its host",
        "{topic}, only behind its host",
        "https://host:{id}/, only behind its host",
        "https://host/{customer}, there are only {topic}",
        "ftp://host/x, https://",
        "host/x, https://",
        "https:///x, has no host",
        "https://user:secret@host/x, Authorization",
        "https://host/a b, not a URL",
    })
    void aWrongUrlIsRefusedAtOnce(String url, String why) {
        assertThatThrownBy(() -> UrlTemplate.of(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
