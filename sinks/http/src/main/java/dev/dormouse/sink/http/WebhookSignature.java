package dev.dormouse.sink.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs webhooks, and checks them at the receiver. Thread-safe.
 *
 * <p>The header {@value #HEADER} reads {@code t=1700000000,v1=5257a8…}: the time of sending in seconds since 1970, and the
 * HMAC-SHA256, in hexadecimal, of that number, a full stop and the body. With several secrets there are several {@code v1},
 * and one that fits is enough. So a secret is changed without a gap: the receiver accepts the old and the new one, then the
 * sender signs with the new one, then the receiver drops the old one; or the sender signs with both in between.
 *
 * <p>The signature covers the body and the time, not the other headers. A receiver that must not be fooled about which
 * message it got puts the id into the body.
 */
public final class WebhookSignature {

    /** The name of the header. */
    public static final String HEADER = "Dormouse-Signature";

    private static final String ALGORITHM = "HmacSHA256";
    private static final int SECRET_BYTES_MIN = 16;
    private static final int HEADER_CHARS_MAX = 1024;
    private static final Pattern FORM = Pattern.compile("t=(\\d{1,12})((?:,v1=[0-9a-f]{64})+)");

    private final List<SecretKeySpec> secrets;

    private WebhookSignature(List<SecretKeySpec> secrets) {
        this.secrets = secrets;
    }

    /** With one or several secrets of at least 16 bytes each. */
    public static WebhookSignature of(String... secrets) {
        if (secrets.length == 0) {
            throw new IllegalArgumentException("A webhook signature needs at least one secret");
        }
        return new WebhookSignature(
                Arrays.stream(secrets).map(WebhookSignature::secret).toList());
    }

    /** The header's value for a body that is sent at this time. */
    public String sign(byte[] body, Instant at) {
        long seconds = at.getEpochSecond();
        return secrets.stream()
                .map(secret -> ",v1=" + HexFormat.of().formatHex(hmac(secret, seconds, body)))
                .collect(Collectors.joining("", "t=" + seconds, ""));
    }

    /**
     * Whether a received body is what the owner of one of the secrets sent, not longer ago than the tolerance (nor later
     * than it in the future, for clocks that differ). Takes the same time whichever part of a signature is wrong.
     *
     * @param header the value of {@value #HEADER}; null, when there is none, is not authentic
     */
    public boolean verify(@Nullable String header, byte[] body, Duration tolerance) {
        return verify(header, body, tolerance, Clock.systemUTC().instant());
    }

    /** As {@link #verify(String, byte[], Duration)}, at another time than now. */
    public boolean verify(@Nullable String header, byte[] body, Duration tolerance, Instant now) {
        if (header == null || header.length() > HEADER_CHARS_MAX) {
            return false;
        }
        Matcher form = FORM.matcher(header);
        if (!form.matches()) {
            return false;
        }
        long seconds = Long.parseLong(form.group(1));
        Duration age = Duration.between(Instant.ofEpochSecond(seconds), now).abs();
        return age.compareTo(tolerance) <= 0 && anyFits(form.group(2), seconds, body);
    }

    private boolean anyFits(String signatures, long seconds, byte[] body) {
        boolean fits = false;
        for (SecretKeySpec secret : secrets) {
            byte[] expected = hmac(secret, seconds, body);
            for (String signature : signatures.substring(1).split(",", -1)) {
                byte[] given = HexFormat.of().parseHex(signature, "v1=".length(), signature.length());
                fits |= MessageDigest.isEqual(expected, given);
            }
        }
        return fits;
    }

    private static byte[] hmac(SecretKeySpec secret, long seconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JVM lacks " + ALGORITHM + ", which every JVM has to have", e);
        }
    }

    private static SecretKeySpec secret(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < SECRET_BYTES_MIN) {
            throw new IllegalArgumentException("A webhook secret has at least " + SECRET_BYTES_MIN + " bytes, not "
                    + bytes.length + ": take a random one");
        }
        return new SecretKeySpec(bytes, ALGORITHM);
    }
}
