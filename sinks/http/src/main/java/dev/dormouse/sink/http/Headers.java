package dev.dormouse.sink.http;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What may stand in a header, and which headers are not for others to set. */
final class Headers {

    static final String ID = "Dormouse-Id";
    static final String TOPIC = "Dormouse-Topic";
    static final String KEY = "Dormouse-Key";
    static final String ATTEMPT = "Dormouse-Attempt";
    static final String CONTENT_TYPE = "Content-Type";

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    // Visible ASCII only: the client would send a question mark for anything else, without a word.
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e]*");

    /** Those that frame the request, and the content type, which is the message's own. */
    private static final Set<String> TAKEN = Set.of(
            "connection",
            "content-length",
            "content-type",
            "expect",
            "host",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private Headers() {}

    static boolean validName(String name) {
        return NAME.matcher(name).matches();
    }

    static boolean validValue(String value) {
        return VALUE.matcher(value).matches();
    }

    /** Whether this sink or the protocol itself sets it. */
    static boolean taken(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return TAKEN.contains(lower) || lower.startsWith("dormouse-");
    }
}
