package dev.dormouse.postgres.listen;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;
import jdk.net.ExtendedSocketOptions;

/**
 * Makes sockets whose keep-alive notices a dead peer within about six seconds; the operating system's own intervals wait
 * two hours. Public because the driver creates it by name.
 */
public final class KeepAliveSocketFactory extends SocketFactory {

    /** Connects under way, by the argument that the driver hands to the factory it creates. */
    static final Map<String, ConnectSockets> CONNECTING = new ConcurrentHashMap<>();

    private static final int IDLE_SECONDS = 3;
    private static final int INTERVAL_SECONDS = 1;
    private static final int PROBES = 3;

    private final ConnectSockets sockets;

    public KeepAliveSocketFactory(String connect) {
        this.sockets = CONNECTING.getOrDefault(connect, new ConnectSockets());
    }

    /** The only form that the driver uses: an unconnected socket. */
    @Override
    public Socket createSocket() throws IOException {
        Socket socket = new Socket();
        socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        setIfSupported(socket, ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_SECONDS);
        setIfSupported(socket, ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_SECONDS);
        setIfSupported(socket, ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
        sockets.add(socket);
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
    }

    private Socket connected(InetSocketAddress remote) throws IOException {
        Socket socket = createSocket();
        socket.connect(remote);
        return socket;
    }

    private Socket connected(InetSocketAddress remote, InetSocketAddress local) throws IOException {
        Socket socket = createSocket();
        socket.bind(local);
        socket.connect(remote);
        return socket;
    }

    private static void setIfSupported(Socket socket, SocketOption<Integer> option, int value) throws IOException {
        if (socket.supportedOptions().contains(option)) {
            socket.setOption(option, value);
        }
    }
}
