package dev.dormouse.sink.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** What a URL to post to looks like. */
final class Urls {

    private Urls() {}

    static URI require(String text) {
        try {
            URI url = new URI(text);
            findFault(url).ifPresent(fault -> {
                throw new IllegalArgumentException("The URL '" + text + "' " + fault);
            });
            return url;
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + text + "' is not a URL: " + e.getReason(), e);
        }
    }

    /** What is wrong with it, to be read after "The URL". */
    static Optional<String> findFault(URI url) {
        String scheme = url.getScheme();
        if (!"https".equalsIgnoreCase(scheme) && !"http".equalsIgnoreCase(scheme)) {
            return Optional.of("has to begin with https:// or http://");
        }
        if (url.getHost() == null) {
            return Optional.of("has no host");
        }
        if (url.getUserInfo() != null) {
            return Optional.of("has a user in it; set an Authorization header instead");
        }
        return Optional.empty();
    }

    /** How to speak of it: paths and queries of webhooks often are secrets. */
    static String shown(URI url) {
        return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
    }
}
