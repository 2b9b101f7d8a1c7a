package dev.dormouse.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSignatureTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final byte[] BODY = "{\"total\":12}".getBytes(StandardCharsets.UTF_8);

    private final WebhookSignature signature = WebhookSignature.of("0123456789abcdef");

    @Test
    void coversTheTimeAFullStopAndTheBody() {
        // printf '1700000000.{"total":12}' | openssl dgst -sha256 -hmac 0123456789abcdef
        assertThat(signature.sign(BODY, NOW))
                .isEqualTo("t=1700000000,v1=5d4cbfce27a6ce5b6a5b3efe189dd9c622cb5baa15d7664ec1c8eb3063e8919e");
    }

    @Test
    void whatWasSignedIsAuthentic() {
        assertThat(signature.verify(signature.sign(BODY, NOW), BODY, TOLERANCE, NOW))
                .isTrue();
        Instant reallyNow = Instant.now();
        assertThat(signature.verify(signature.sign(BODY, reallyNow), BODY, TOLERANCE))
                .isTrue();
    }

    @Test
    void anotherBodySecretOrTimeIsNot() {
        String header = signature.sign(BODY, NOW);
        assertThat(signature.verify(header, new byte[] {1}, TOLERANCE, NOW)).isFalse();
        assertThat(WebhookSignature.of("fedcba9876543210").verify(header, BODY, TOLERANCE, NOW))
                .isFalse();
        assertThat(signature.verify(header.replace("t=1700000000", "t=1700000001"), BODY, TOLERANCE, NOW))
                .isFalse();
    }

    @Test
    void whatIsTooOldOrTooNewIsNot() {
        String header = signature.sign(BODY, NOW);
        assertThat(signature.verify(header, BODY, TOLERANCE, NOW.plus(TOLERANCE)))
                .isTrue();
        assertThat(signature.verify(header, BODY, TOLERANCE, NOW.plus(TOLERANCE).plusMillis(1)))
                .isFalse();
        assertThat(signature.verify(header, BODY, TOLERANCE, NOW.minus(TOLERANCE)))
                .isTrue();
        assertThat(signature.verify(
                        header, BODY, TOLERANCE, NOW.minus(TOLERANCE).minusMillis(1)))
                .isFalse();
    }

    @Test
    void secretsAreChangedWithoutAGap() {
        WebhookSignature both = WebhookSignature.of("0123456789abcdef", "a newer secret, longer");
        WebhookSignature newer = WebhookSignature.of("a newer secret, longer");
        assertThat(signature.verify(both.sign(BODY, NOW), BODY, TOLERANCE, NOW)).isTrue();
        assertThat(newer.verify(both.sign(BODY, NOW), BODY, TOLERANCE, NOW)).isTrue();
        assertThat(both.verify(newer.sign(BODY, NOW), BODY, TOLERANCE, NOW)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "t=",
                "t=1700000000",
                "t=1700000000,v1=",
                "t=1700000000,v1=00",
                "t=99999999999999999999999,v1=00",
                "v1=00,t=1",
                "t=-1,v1=00"
            })
    void whatIsNotASignatureIsNotAuthentic(String header) {
        assertThat(signature.verify(header, BODY, TOLERANCE, NOW)).isFalse();
    }

    @Test
    void aMissingOrEndlessHeaderIsNotAuthentic() {
        assertThat(signature.verify(null, BODY, TOLERANCE, NOW)).isFalse();
        String signed = signature.sign(BODY, NOW);
        String many = signed + signed.substring(signed.indexOf(',')).repeat(1000);
        assertThat(signature.verify(many, BODY, TOLERANCE, NOW)).isFalse();
    }

    @Test
    void aShortSecretIsRefusedWithoutBeingShown() {
        assertThatThrownBy(() -> WebhookSignature.of("hunter2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 16 bytes, not 7")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(WebhookSignature::of).hasMessageContaining("at least one secret");
    }
}
