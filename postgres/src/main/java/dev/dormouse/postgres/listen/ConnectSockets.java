package dev.dormouse.postgres.listen;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

/** The sockets of a connect that is under way, so that somebody else can end it. Thread-safe. */
final class ConnectSockets {

    private final List<Socket> open = new ArrayList<>();
    private boolean closed;

    synchronized void add(Socket socket) throws IOException {
        if (closed) {
            socket.close();
            throw new SocketException("The listener is stopping");
        }
        open.add(socket);
    }

    /** The connect has ended: from here on the sockets belong to its connection. */
    synchronized void forget() {
        open.clear();
    }

    synchronized void closeAll() {
        closed = true;
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException alreadyBroken) {
                // Closed is all we want.
            }
        }
    }
}
