package dev.dormouse.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * A bad network on demand: forwards to a PostgreSQL server on loopback and breaks what it is told to break. Thread-safe;
 * every switch holds for the connections that are open as well as for later ones.
 *
 * <p>It reads the protocol, so it answers a request for TLS with "no" itself: a client that insists on TLS cannot connect.
 */
public final class FaultProxy implements AutoCloseable {

    private final String host;
    private final int targetPort;
    private final ServerSocket door;
    private final ProxyFaults faults = new ProxyFaults();
    private final Set<ProxyLink> links = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();

    private FaultProxy(String host, int targetPort) throws IOException {
        this.host = host;
        this.targetPort = targetPort;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        ProxyLink.startThread("dormouse-fault-proxy-" + door.getLocalPort(), this::acceptAll);
    }

    /** A proxy in front of this server. */
    public static FaultProxy to(String host, int port) {
        try {
            return new FaultProxy(host, port);
        } catch (IOException e) {
            throw new UncheckedIOException("Could not open a port on loopback for the proxy", e);
        }
    }

    /** A proxy in front of the server of this JDBC URL. */
    public static FaultProxy to(String jdbcUrl) {
        URI uri = uri(jdbcUrl);
        return to(uri.getHost(), uri.getPort());
    }

    public int port() {
        return door.getLocalPort();
    }

    /** The same URL, through this proxy. */
    public String url(String jdbcUrl) {
        String authority = uri(jdbcUrl).getRawAuthority();
        return jdbcUrl.replaceFirst(
                "//" + Pattern.quote(authority),
                "//" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port());
    }

    /** Resets every open connection. */
    public void cut() {
        links.forEach(ProxyLink::cut);
    }

    /**
     * While on, nothing passes in either direction and every socket stays open, as if a cable were pulled; what was sent
     * meanwhile arrives late.
     */
    public void blackhole(boolean on) {
        faults.blackhole(on);
    }

    /** While on, notifications are swallowed and everything else passes, as behind a transaction pooler. */
    public void dropNotifications(boolean on) {
        faults.dropNotifications = on;
    }

    /** While on, new connections are accepted and reset at once; those that are open go on. */
    public void refuse(boolean on) {
        faults.refuse = on;
    }

    /** How long everything takes longer, each way. */
    public void delay(Duration delay) {
        faults.delay = delay;
    }

    /**
     * Resets the next connection whose server has committed a transaction, before its client learns of it. For an explicit
     * COMMIT only; a statement that commits by itself has a reply of its own kind: see {@link #cutBeforeReply}.
     */
    public void cutAfterCommit() {
        cutBeforeReply("COMMIT");
    }

    /** The same for the next statement whose command tag begins like this, for example {@code INSERT}. */
    public void cutBeforeReply(String tag) {
        faults.cutBefore.set(tag);
    }

    /** How many connections clients have opened so far, refused ones included. */
    public int accepted() {
        return accepted.get();
    }

    /** How many connections are open. */
    public int open() {
        return links.size();
    }

    @Override
    public void close() {
        closeQuietly(door);
        cut();
    }

    private void acceptAll() {
        while (!door.isClosed()) {
            try {
                accept(door.accept());
            } catch (IOException closedOrNoServer) {
                // The next client may have better luck; a closed door ends the loop.
            }
        }
    }

    private void accept(Socket client) throws IOException {
        accepted.incrementAndGet();
        if (faults.refuse) {
            ProxyLink.reset(client);
            return;
        }
        try {
            ProxyLink link = new ProxyLink(client, new Socket(host, targetPort), faults, links::remove);
            links.add(link);
            link.start();
            if (door.isClosed()) {
                link.cut();
            }
        } catch (IOException e) {
            ProxyLink.reset(client);
            throw e;
        }
    }

    private static URI uri(String jdbcUrl) {
        URI uri = URI.create(jdbcUrl.replaceFirst("^jdbc:", ""));
        if (uri.getHost() == null || uri.getPort() < 0) {
            throw new IllegalArgumentException(
                    "The URL must look like jdbc:postgresql://host:port/database, but it is " + jdbcUrl);
        }
        return uri;
    }

    private static void closeQuietly(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // Closed is all we want.
        }
    }
}
