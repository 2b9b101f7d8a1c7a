package dev.dormouse.sink.http;

import dev.dormouse.outbox.OutboxMessage;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Settings of an {@link HttpSink}. */
public final class HttpSinkBuilder {

    final Function<? super OutboxMessage, URI> url;
    final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Predicate<? super String> forwarded = name -> true;

    @Nullable
    WebhookSignature signature;

    Duration connectTimeout = Duration.ofSeconds(5);
    Duration timeout = Duration.ofSeconds(10);
    Duration retryAfterMax = Duration.ofHours(1);
    int concurrency = 8;
    boolean publicOnly;

    @Nullable
    HttpClient client;

    Clock clock = Clock.systemUTC();

    HttpSinkBuilder(Function<? super OutboxMessage, URI> url) {
        this.url = Objects.requireNonNull(url, "url");
    }

    /** A header on every request, such as {@code Authorization}. Wins over a message's header of the same name. */
    public HttpSinkBuilder header(String name, String value) {
        if (!Headers.validName(name)) {
            throw new IllegalArgumentException("'" + name + "' is not a name that HTTP allows for a header");
        }
        if (Headers.taken(name)) {
            throw new IllegalArgumentException(
                    "The header " + name + " is set by the sink itself, it cannot be configured");
        }
        if (!Headers.validValue(value)) {
            // Not shown: it may well be a secret with a line break behind it.
            throw new IllegalArgumentException(
                    "The value of the header " + name + " has to be visible ASCII on one line");
        }
        headers.put(name, value);
        return this;
    }

    /** Which of a message's own headers are sent along; all by default. */
    public HttpSinkBuilder forwardHeaders(Predicate<? super String> names) {
        forwarded = Objects.requireNonNull(names, "names");
        return this;
    }

    /** Signs every request with each of these secrets; see {@link WebhookSignature}. */
    public HttpSinkBuilder sign(String... secrets) {
        signature = WebhookSignature.of(secrets);
        return this;
    }

    /** How long connecting may take; 5 s by default. */
    public HttpSinkBuilder connectTimeout(Duration connectTimeout) {
        this.connectTimeout = requirePositive("connectTimeout", connectTimeout);
        return this;
    }

    /** How long a request may take in all; 10 s by default. */
    public HttpSinkBuilder timeout(Duration timeout) {
        this.timeout = requirePositive("timeout", timeout);
        return this;
    }

    /** What a receiver's {@code Retry-After} is cut to; one hour by default. */
    public HttpSinkBuilder retryAfterMax(Duration retryAfterMax) {
        this.retryAfterMax = requirePositive("retryAfterMax", retryAfterMax);
        return this;
    }

    /** How many keys (or messages without one) are posted at the same time, over all batches of several; 8 by default. */
    public HttpSinkBuilder concurrency(int concurrency) {
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1: " + concurrency);
        }
        this.concurrency = concurrency;
        return this;
    }

    /**
     * Refuses hosts that have a loopback, private, link-local or otherwise not public address: for URLs that customers
     * enter. Connects directly then, through no proxy.
     *
     * <p>The name is resolved and checked before each request, and resolved again by the client through the cache of the
     * JVM. A name server that changes its answer in the instant in which the cache expires between the two is not caught.
     * Who has to rule that out lets a firewall or an outgoing proxy do it.
     */
    public HttpSinkBuilder publicAddressesOnly() {
        publicOnly = true;
        return this;
    }

    /** A client of one's own, for TLS settings, a proxy or an executor. It must not follow redirects. */
    public HttpSinkBuilder client(HttpClient client) {
        if (client.followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException(
                    "The client must not follow redirects, but does: " + client.followRedirects());
        }
        this.client = client;
        return this;
    }

    HttpSinkBuilder clock(Clock clock) {
        this.clock = clock;
        return this;
    }

    public HttpSink build() {
        if (publicOnly) {
            Addresses.requireCache();
            requireNoProxy();
        }
        return new HttpSink(this, client == null ? defaultClient() : client);
    }

    /** A client that was given no proxy selector uses the JVM's, so it has to say that it wants none. */
    private void requireNoProxy() {
        if (client != null
                && client.proxy().filter(HttpClient.Builder.NO_PROXY::equals).isEmpty()) {
            throw new IllegalArgumentException(
                    "publicAddressesOnly needs a client that connects directly: build it with"
                            + " proxy(HttpClient.Builder.NO_PROXY)");
        }
    }

    private HttpClient defaultClient() {
        HttpClient.Builder builder =
                HttpClient.newBuilder().connectTimeout(connectTimeout).followRedirects(HttpClient.Redirect.NEVER);
        ProxySelector systemProxy = ProxySelector.getDefault();
        if (publicOnly || systemProxy == null) {
            return builder.proxy(HttpClient.Builder.NO_PROXY).build();
        }
        return builder.proxy(systemProxy).build();
    }

    private static Duration requirePositive(String what, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(what + " must be positive: " + value);
        }
        return value;
    }
}
