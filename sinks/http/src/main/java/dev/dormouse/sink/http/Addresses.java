package dev.dormouse.sink.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.Security;
import java.util.Arrays;

/**
 * Keeps requests away from addresses that are not public, for sinks whose URLs come from others.
 *
 * <p>The client cannot be told which address to connect to, only the name. So the name is resolved here first, and must
 * have no address that is not public; the client then resolves it again, through the same cache of the JVM, which keeps an
 * answer for 30 seconds unless {@code networkaddress.cache.ttl} says otherwise. What remains is the moment between the two
 * in which the cached answer may expire: a name server that changes its answer just then is believed.
 */
final class Addresses {

    private static final String CACHE_TTL = "networkaddress.cache.ttl";

    private Addresses() {}

    /** Without the cache there would be no relation between the address that was checked and the one that is used. */
    static void requireCache() {
        if ("0".equals(Security.getProperty(CACHE_TTL))) {
            throw new IllegalStateException(
                    "Private addresses cannot be refused with the security property " + CACHE_TTL
                            + "=0: the address that was checked would not be the one connected to; remove it or set it higher");
        }
    }

    static void requirePublic(String host) throws UnknownHostException {
        for (InetAddress address : InetAddress.getAllByName(host)) {
            if (!isPublic(address)) {
                throw new Undeliverable(host + " has the address " + address.getHostAddress()
                        + ", which is not public, and this sink refuses those");
            }
        }
    }

    static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] octets = address.getAddress();
        return address instanceof Inet4Address ? isPublic4(octets) : isPublic6(octets);
    }

    private static boolean isPublic4(byte[] octets) {
        int first = octets[0] & 0xff;
        int second = octets[1] & 0xff;
        boolean sharedByCarriers = first == 100 && second >= 64 && second < 128;
        boolean protocols = first == 192 && second == 0 && octets[2] == 0;
        boolean benchmarks = first == 198 && (second == 18 || second == 19);
        return first != 0 && first < 240 && !sharedByCarriers && !protocols && !benchmarks;
    }

    /** Global unicast is 2000::/3; 64:ff9b::/96, 2002::/16 and 2001::/32 lead to an IPv4 address inside. */
    private static boolean isPublic6(byte[] octets) {
        if (startsWith(octets, 0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0)) {
            return isPublicInside(octets, 12);
        }
        if (startsWith(octets, 0x20, 0x02)) {
            return isPublicInside(octets, 2);
        }
        return (octets[0] & 0xe0) == 0x20 && !startsWith(octets, 0x20, 0x01, 0, 0);
    }

    private static boolean isPublicInside(byte[] octets, int from) {
        try {
            return isPublic(InetAddress.getByAddress(Arrays.copyOfRange(octets, from, from + 4)));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("Four octets are an address", e);
        }
    }

    private static boolean startsWith(byte[] octets, int... prefix) {
        for (int i = 0; i < prefix.length; i++) {
            if ((octets[i] & 0xff) != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
