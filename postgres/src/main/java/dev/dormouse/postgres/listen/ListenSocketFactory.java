package dev.dormouse.postgres.listen;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;

/** Makes the sockets of listener connections. Public because the driver creates it by name. */
public final class ListenSocketFactory extends SocketFactory {

    /** Connects under way, by the argument that the driver hands to the factory it creates. */
    static final Map<String, ConnectSockets> CONNECTING = new ConcurrentHashMap<>();

    private final ConnectSockets sockets;

    public ListenSocketFactory(String connect) {
        this.sockets = CONNECTING.getOrDefault(connect, new ConnectSockets());
    }

    /** The only form that the driver uses: an unconnected socket. */
    @Override
    public Socket createSocket() throws IOException {
        Socket socket = new ListenSocket();
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
}
