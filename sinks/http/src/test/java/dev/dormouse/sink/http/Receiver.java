package dev.dormouse.sink.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real server that remembers what it got. */
final class Receiver implements AutoCloseable {

    final List<Got> got = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    Receiver(HttpHandler handler) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            got.add(Got.of(exchange));
            handler.handle(exchange);
            exchange.close();
        });
        server.start();
    }

    /** Answers everything with one status. */
    static Receiver answering(int status) {
        return new Receiver(exchange -> exchange.sendResponseHeaders(status, -1));
    }

    /** Answers everything with one status and a body. */
    static Receiver answering(int status, String body) {
        return new Receiver(exchange -> answer(exchange, status, body));
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook";
    }

    List<String> bodies() {
        return got.stream().map(Got::body).toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    record Got(String method, String path, Headers headers, String body) {

        private static Got of(HttpExchange exchange) throws IOException {
            Headers headers = new Headers();
            headers.putAll(exchange.getRequestHeaders());
            return new Got(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    headers,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
