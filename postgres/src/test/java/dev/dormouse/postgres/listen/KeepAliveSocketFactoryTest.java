package dev.dormouse.postgres.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;

class KeepAliveSocketFactoryTest {

    @Test
    void socketsProbeASilentPeerWithinSeconds() throws IOException {
        try (Socket socket = new KeepAliveSocketFactory("nobody").createSocket()) {
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
    void abandonedSocketsAreClosedAndNewOnesRefused() throws IOException {
        ConnectSockets sockets = new ConnectSockets();
        Socket open = new Socket();
        sockets.add(open);
        sockets.closeAll();
        assertThat(open.isClosed()).isTrue();
        assertThatThrownBy(() -> sockets.add(new Socket())).isInstanceOf(SocketException.class);
    }
}
