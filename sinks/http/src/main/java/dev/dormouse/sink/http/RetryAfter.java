package dev.dormouse.sink.http;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code Retry-After}: a number of seconds, or a date. What cannot be read is as if it were not there. */
final class RetryAfter {

    private static final Pattern SECONDS = Pattern.compile("\\d{1,9}");

    private RetryAfter() {}

    static Optional<Duration> find(HttpHeaders headers, Instant now, Duration max) {
        return headers.firstValue("Retry-After")
                .map(String::strip)
                .flatMap(value -> wait(value, headers, now))
                .map(wait -> wait.compareTo(max) > 0 ? max : wait);
    }

    private static Optional<Duration> wait(String value, HttpHeaders headers, Instant now) {
        if (SECONDS.matcher(value).matches()) {
            return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
        }
        // By the receiver's own clock, if it shows it: then it does not matter how far it is off.
        Instant receiversNow =
                headers.firstValue("Date").flatMap(RetryAfter::date).orElse(now);
        return date(value).map(date -> Duration.between(receiversNow, date)).map(RetryAfter::notNegative);
    }

    private static Optional<Instant> date(String value) {
        try {
            return Optional.of(ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static Duration notNegative(Duration wait) {
        return wait.isNegative() ? Duration.ZERO : wait;
    }
}
