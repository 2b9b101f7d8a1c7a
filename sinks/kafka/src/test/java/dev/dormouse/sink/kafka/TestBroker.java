package dev.dormouse.sink.kafka;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/** A real broker in this JVM, which is its own controller. */
final class TestBroker implements AutoCloseable {

    private final int port = freePort();
    private final Properties properties = new Properties();
    private KafkaRaftServer server;

    TestBroker(Path folder) {
        int controllerPort = freePort();
        properties.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@127.0.0.1:" + controllerPort,
                "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                "controller.listener.names", "CONTROLLER",
                "log.dirs", folder.resolve("log").toString(),
                "auto.create.topics.enable", "false",
                "broker.session.timeout.ms", "3000"));
        properties.putAll(Map.of(
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "broker.heartbeat.interval.ms", "200"));
        format(folder.resolve("server.properties"));
        server = started();
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    void stop() {
        server.shutdown();
        server.awaitShutdown();
    }

    void startAgain() {
        server = started();
    }

    @Override
    public void close() {
        stop();
    }

    private void format(Path file) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try (var out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String[] command = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
        if (StorageTool.execute(command, new PrintStream(said, true, StandardCharsets.UTF_8)) != 0) {
            throw new IllegalStateException("The broker's folder cannot be formatted: " + said);
        }
    }

    private KafkaRaftServer started() {
        KafkaRaftServer started = new KafkaRaftServer(KafkaConfig.fromProps(properties), Time.SYSTEM);
        started.startup();
        return started;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
