package dev.dormouse.sink.http;

import dev.dormouse.outbox.Delivery;
import java.net.URI;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;

/** What a status means for the message. */
final class Verdict {

    /** Request timeout, too early, too many requests: the only client errors that pass by themselves. */
    private static final Set<Integer> PASSING = Set.of(408, 425, 429);

    private final Clock clock;
    private final Duration retryAfterMax;

    Verdict(Clock clock, Duration retryAfterMax) {
        this.clock = clock;
        this.retryAfterMax = retryAfterMax;
    }

    Delivery of(URI url, ResponseInfo head, String excerpt) {
        int status = head.statusCode();
        String reason = Urls.shown(url) + " answered " + status;
        if (status >= 200 && status < 300) {
            return Delivery.delivered();
        }
        if (status >= 300 && status < 400) {
            return Delivery.rejected(reason + ": redirects are not followed; set the URL that it should go to");
        }
        String detailed = excerpt.isEmpty() ? reason : reason + ": " + excerpt;
        if (status >= 500 || PASSING.contains(status)) {
            return RetryAfter.find(head.headers(), clock.instant(), retryAfterMax)
                    .map(wait -> Delivery.retryAfter(detailed, wait))
                    .orElseGet(() -> Delivery.retry(detailed));
        }
        return Delivery.rejected(detailed);
    }
}
