package dev.dormouse.sink.http;

import dev.dormouse.outbox.OutboxMessage;
import java.net.URI;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A URL in which {@code {topic}}, {@code {key}} and {@code {id}} stand for the message's, percent-encoded. */
final class UrlTemplate implements Function<OutboxMessage, URI> {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern AUTHORITY = Pattern.compile("[a-zA-Z]+://[^/?#{}]+[/?].*");

    private final String template;

    private UrlTemplate(String template) {
        this.template = template;
    }

    /** The same for every message if nothing in it is to be filled in. */
    static Function<OutboxMessage, URI> of(String template) {
        if (template.indexOf('{') < 0) {
            URI url = Urls.require(template);
            return message -> url;
        }
        // What a message says must never decide whom the request is sent to.
        if (!AUTHORITY.matcher(template).matches()) {
            throw new IllegalArgumentException("The URL '" + template
                    + "' may have placeholders only behind its host, as in https://host/{topic}");
        }
        Urls.require(fill(template, placeholder -> sample(template, placeholder)));
        return new UrlTemplate(template);
    }

    @Override
    public URI apply(OutboxMessage message) {
        return URI.create(fill(template, placeholder -> value(message, placeholder)));
    }

    private static String fill(String template, Function<String, String> values) {
        return PLACEHOLDER
                .matcher(template)
                .replaceAll((MatchResult found) -> Matcher.quoteReplacement(values.apply(found.group(1))));
    }

    private static String sample(String template, String placeholder) {
        return switch (placeholder) {
            case "topic", "key", "id" -> "x";
            default ->
                throw new IllegalArgumentException("The URL '" + template + "' has the placeholder {" + placeholder
                        + "}, but there are only {topic}, {key} and {id}");
        };
    }

    private static String value(OutboxMessage message, String placeholder) {
        String value = plain(message, placeholder);
        if (value == null) {
            throw new Undeliverable("The URL needs the message's " + placeholder + ", but it has none");
        }
        // Encoding does not help against these: receivers decode them and go up in the path.
        if (value.isEmpty() || value.equals(".") || value.equals("..")) {
            throw new Undeliverable("The message's " + placeholder + " '" + value + "' cannot be part of a URL");
        }
        return Percent.forUrl(value);
    }

    private static @Nullable String plain(OutboxMessage message, String placeholder) {
        return switch (placeholder) {
            case "topic" -> message.topic();
            case "key" -> message.key();
            default -> message.id().toString();
        };
    }
}
