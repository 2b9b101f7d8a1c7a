package dev.dormouse.postgres.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;

class ListenSocketTest {

    @Test
    void socketsProbeASilentPeerWithinSeconds() throws IOException {
        try (Socket socket = new ListenSocketFactory("nobody").createSocket()) {
            assertThat(socket.getOption(StandardSocketOptions.SO_KEEPALIVE)).isTrue();
            if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
                assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(3);
                assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL))
                        .isOne();
                assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT))
                        .isEqualTo(3);
            }
        }
    }

    @Test
    void whetherThereIsMoreIsAnsweredWithoutWaiting() throws IOException {
        InputStream silent = new InputStream() {
            @Override
            public int read() {
                return read(new byte[1], 0, 1);
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                throw new AssertionError("waited for a peer that says nothing");
            }
        };
        try (InputStream asked = new ListenSocket.Input(silent, () -> 1)) {
            assertThatThrownBy(asked::read).isInstanceOf(SocketTimeoutException.class);
            assertThatThrownBy(() -> asked.read(new byte[8], 0, 8)).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void anyOtherTimeoutIsWaitedFor() throws IOException {
        InputStream later = new InputStream() {
            @Override
            public int read() {
                return 7;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                return length;
            }
        };
        for (int timeout : new int[] {0, 2, 60_000}) {
            try (InputStream waits = new ListenSocket.Input(later, () -> timeout)) {
                assertThat(waits.available()).isZero();
                assertThat(waits.read()).isEqualTo(7);
                assertThat(waits.read(new byte[8], 0, 8)).isEqualTo(8);
            }
        }
    }

    @Test
    void whatIsThereIsReadEvenByWhoOnlyAsks() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket =
                        new ListenSocketFactory("nobody").createSocket(server.getInetAddress(), server.getLocalPort());
                Socket peer = server.accept()) {
            peer.getOutputStream().write(new byte[] {7, 8});
            socket.setSoTimeout(60_000);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
            socket.setSoTimeout(1);
            assertThat(socket.getInputStream().read()).isEqualTo(8);
            assertThatThrownBy(socket.getInputStream()::read).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void abandonedSocketsAreClosedAndNewOnesRefused() throws IOException {
        ConnectSockets sockets = new ConnectSockets();
        Socket open = new Socket();
        sockets.add(open);
        sockets.closeAll();
        assertThat(open.isClosed()).isTrue();
        assertThatThrownBy(() -> sockets.add(new Socket())).isInstanceOf(SocketException.class);
    }
}
