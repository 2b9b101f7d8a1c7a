package dev.dormouse.sink.http;

import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/** Percent-encoding of UTF-8, for text that has to pass through headers and paths. */
final class Percent {

    private static final String HEX = "0123456789ABCDEF";

    private Percent() {}

    /** Leaves visible ASCII as it is, except the percent sign itself. */
    static String forHeader(String text) {
        return encode(text, octet -> octet > 0x20 && octet < 0x7f && octet != '%');
    }

    /** Leaves only what is never special in a URL. */
    static String forUrl(String text) {
        return encode(text, Percent::unreserved);
    }

    private static String encode(String text, IntPredicate plain) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (byte signed : text.getBytes(StandardCharsets.UTF_8)) {
            int octet = signed & 0xff;
            if (plain.test(octet)) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 0xf));
            }
        }
        return encoded.toString();
    }

    private static boolean unreserved(int octet) {
        return (octet >= 'a' && octet <= 'z')
                || (octet >= 'A' && octet <= 'Z')
                || (octet >= '0' && octet <= '9')
                || "-._~".indexOf(octet) >= 0;
    }
}
