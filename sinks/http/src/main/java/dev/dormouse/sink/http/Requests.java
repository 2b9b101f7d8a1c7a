package dev.dormouse.sink.http;

import dev.dormouse.outbox.OutboxMessage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes messages into requests. Throws {@link Undeliverable} where that cannot be done. */
final class Requests {

    private final Function<? super OutboxMessage, URI> url;
    private final Map<String, String> headers;
    private final Predicate<? super String> forwarded;
    private final @Nullable WebhookSignature signature;
    private final Clock clock;

    Requests(HttpSinkBuilder settings) {
        this.url = settings.url;
        this.headers = Map.copyOf(settings.headers);
        this.forwarded = settings.forwarded;
        this.signature = settings.signature;
        this.clock = settings.clock;
    }

    HttpRequest of(OutboxMessage message) {
        HttpRequest.Builder request = to(url(message))
                .setHeader(Headers.ID, message.id().toString())
                .setHeader(Headers.TOPIC, Percent.forHeader(message.topic()))
                .setHeader(Headers.ATTEMPT, Integer.toString(message.attempt()))
                .setHeader(Headers.CONTENT_TYPE, contentType(message))
                .POST(BodyPublishers.ofByteArray(message.payload()));
        String key = message.key();
        if (key != null) {
            request.setHeader(Headers.KEY, Percent.forHeader(key));
        }
        if (signature != null) {
            request.setHeader(WebhookSignature.HEADER, signature.sign(message.payload(), clock.instant()));
        }
        message.headers().forEach((name, value) -> forward(request, name, value));
        headers.forEach(request::setHeader);
        return request.build();
    }

    private URI url(OutboxMessage message) {
        URI found = url.apply(message);
        Urls.findFault(found).ifPresent(fault -> {
            throw new Undeliverable("The URL for the message, " + Urls.shown(found) + ", " + fault);
        });
        return found;
    }

    /** HTTP/2 only with TLS: without, the client would ask for an upgrade, which not every server survives. */
    private static HttpRequest.Builder to(URI url) {
        boolean tls = "https".equalsIgnoreCase(url.getScheme());
        return HttpRequest.newBuilder(url).version(tls ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
    }

    private void forward(HttpRequest.Builder request, String name, String value) {
        if (!forwarded.test(name) || Headers.taken(name)) {
            return;
        }
        if (!Headers.validName(name)) {
            throw new Undeliverable("The message's header '" + name + "' has a name that HTTP does not allow");
        }
        if (!Headers.validValue(value)) {
            throw new Undeliverable(
                    "The message's header '" + name + "' has a value that is not visible ASCII: '" + value + "'");
        }
        request.setHeader(name, value);
    }

    private static String contentType(OutboxMessage message) {
        String contentType = message.contentType();
        if (contentType.isBlank() || !Headers.validValue(contentType)) {
            throw new Undeliverable("The message's content type '" + contentType + "' is not visible ASCII");
        }
        return contentType;
    }
}
