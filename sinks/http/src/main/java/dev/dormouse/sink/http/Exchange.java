package dev.dormouse.sink.http;

import dev.dormouse.outbox.Delivery;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One request and what came of it. */
final class Exchange {

    private final HttpClient client;
    private final Duration timeout;
    private final boolean publicOnly;
    private final Verdict verdict;

    Exchange(HttpSinkBuilder settings, HttpClient client) {
        this.client = client;
        this.timeout = settings.timeout;
        this.publicOnly = settings.publicOnly;
        this.verdict = new Verdict(settings.clock, settings.retryAfterMax);
    }

    Delivery send(HttpRequest request) throws InterruptedException {
        URI url = request.uri();
        Reply reply = new Reply();
        String failure;
        try {
            failure = sendFor(request, reply);
        } catch (IOException e) {
            failure = "cannot be reached: " + e;
        }
        return reply.head()
                .map(head -> verdict.of(url, head, reply.excerpt()))
                .orElse(Delivery.retry(Urls.shown(url) + " " + failure));
    }

    /** The client's own timeout ends with the arrival of the headers; this one covers the body too. */
    private String sendFor(HttpRequest request, Reply reply) throws IOException, InterruptedException {
        if (publicOnly) {
            Addresses.requirePublic(request.uri().getHost());
        }
        CompletableFuture<?> sent = client.sendAsync(request, reply);
        try {
            sent.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return "answered nothing";
        } catch (TimeoutException e) {
            return "did not answer within " + timeout;
        } catch (ExecutionException e) {
            return "cannot be reached: " + e.getCause();
        } finally {
            sent.cancel(true);
        }
    }
}
