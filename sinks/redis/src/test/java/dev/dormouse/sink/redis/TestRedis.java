package dev.dormouse.sink.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import redis.clients.jedis.RedisClient;
import redis.embedded.RedisServer;

/** A real server on a free port of this machine, without files. */
final class TestRedis implements AutoCloseable {

    private static final int STARTS_MAX = 5;

    final int port = freePort();
    final RedisClient client = RedisClient.create("127.0.0.1", port);
    private RedisServer server = started();

    String url() {
        return "redis://127.0.0.1:" + port;
    }

    void stop() {
        try {
            server.stop();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void startAgain() {
        server = started();
    }

    @Override
    public void close() {
        client.close();
        stop();
    }

    /**
     * The program is unpacked first. Whoever starts another process meanwhile holds it open for writing for a moment, and then it
     * cannot be run.
     */
    private RedisServer started() {
        for (int attempt = 1; ; attempt++) {
            try {
                RedisServer started = server();
                started.start();
                return started;
            } catch (IOException e) {
                if (attempt == STARTS_MAX) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private RedisServer server() throws IOException {
        return RedisServer.newRedisServer()
                .port(port)
                .bind("127.0.0.1")
                .setting("save \"\"")
                .setting("appendonly no")
                .build();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
