package dev.dormouse.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** One connection through a {@link FaultProxy}: a thread for each direction, both of which end when either does. */
final class ProxyLink {

    private static final int TLS_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    private static final int NOTIFICATION = 'A';
    private static final int COMMAND_COMPLETE = 'C';
    private static final int LENGTH_BYTES = 4;

    private final Socket client;
    private final Socket server;
    private final ProxyFaults faults;
    private final Consumer<ProxyLink> onClose;
    private volatile boolean closed;

    ProxyLink(Socket client, Socket server, ProxyFaults faults, Consumer<ProxyLink> onClose) throws IOException {
        this.client = client;
        this.server = server;
        this.faults = faults;
        this.onClose = onClose;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
    }

    void start() {
        startThread("dormouse-fault-proxy-up-" + client.getPort(), () -> forward(this::clientToServer));
        startThread("dormouse-fault-proxy-down-" + client.getPort(), () -> forward(this::serverToClient));
    }

    void cut() {
        close(() -> {
            reset(client);
            reset(server);
        });
    }

    static void startThread(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Closes with a reset instead of a farewell. */
    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException alreadyBroken) {
            // Closed is all we want.
        }
    }

    private void forward(Direction direction) {
        try {
            direction.run();
        } catch (IOException | InterruptedException ended) {
            // Either side is gone, which is the end of the link.
        } finally {
            close(() -> {
                closeQuietly(client);
                closeQuietly(server);
            });
        }
    }

    private void clientToServer() throws IOException, InterruptedException {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        forwardStartup(new DataInputStream(in), out);
        byte[] buffer = new byte[8192];
        int count = in.read(buffer);
        while (count >= 0) {
            pass();
            out.write(buffer, 0, count);
            count = in.read(buffer);
        }
    }

    /** Requests for encryption are answered here, so that all that follows is readable. */
    private void forwardStartup(DataInputStream in, OutputStream out) throws IOException, InterruptedException {
        while (true) {
            int length = in.readInt();
            int code = in.readInt();
            pass();
            if (code != TLS_REQUEST && code != GSS_REQUEST) {
                DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out));
                data.writeInt(length);
                data.writeInt(code);
                data.write(in.readNBytes(length - 2 * LENGTH_BYTES));
                data.flush();
                return;
            }
            client.getOutputStream().write('N');
        }
    }

    private void serverToClient() throws IOException, InterruptedException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(server.getInputStream()));
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(client.getOutputStream()));
        boolean firstOfFlight = true;
        int type = in.read();
        while (type >= 0) {
            byte[] body = in.readNBytes(in.readInt() - LENGTH_BYTES);
            if (firstOfFlight) {
                faults.awaitDelay(() -> closed);
            }
            faults.awaitPassage(() -> closed);
            if (type == COMMAND_COMPLETE && faults.takeCut(tag(body))) {
                cut();
                return;
            }
            if (type != NOTIFICATION || !faults.dropNotifications) {
                out.writeByte(type);
                out.writeInt(body.length + LENGTH_BYTES);
                out.write(body);
            }
            firstOfFlight = in.available() == 0;
            if (firstOfFlight) {
                out.flush();
            }
            type = in.read();
        }
    }

    private void pass() throws InterruptedException {
        faults.awaitDelay(() -> closed);
        faults.awaitPassage(() -> closed);
    }

    private static String tag(byte[] body) {
        return new String(body, 0, body.length - 1, StandardCharsets.US_ASCII);
    }

    private void close(Runnable how) {
        closed = true;
        how.run();
        faults.linkClosed();
        onClose.accept(this);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // Closed is all we want.
        }
    }

    /** Forwards one way until either side ends. */
    private interface Direction {
        void run() throws IOException, InterruptedException;
    }
}
