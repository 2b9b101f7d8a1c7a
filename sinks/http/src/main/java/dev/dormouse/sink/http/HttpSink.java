package dev.dormouse.sink.http;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import dev.dormouse.outbox.Sink;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Posts each message to a URL. Thread-safe.
 *
 * <p>Messages of one key are posted one after the other, the next only when the one before was accepted; different keys,
 * and messages without a key, at the same time. A 2xx means delivered; 408, 425, 429 and 5xx, and whatever goes wrong on
 * the way, mean again, not before the {@code Retry-After} that came with it; any other status means never.
 *
 * <p>At least once: a receiver that answered too late, or whose answer got lost, gets the message again. It recognises it
 * by the header {@code Dormouse-Id}.
 */
public final class HttpSink implements Sink {

    private static final AtomicInteger THREADS = new AtomicInteger();
    private static final long IDLE_SECONDS = 30;

    private final Requests requests;
    private final Exchange exchange;
    private final Sink oneByOne = Sink.oneByOne(this::post);
    private final ThreadPoolExecutor pool;

    HttpSink(HttpSinkBuilder settings, HttpClient client) {
        this.requests = new Requests(settings);
        this.exchange = new Exchange(settings, client);
        this.pool = pool(settings.concurrency);
    }

    /**
     * To one URL, or to one with {@code {topic}}, {@code {key}} and {@code {id}} in its path or query, which are filled in
     * for each message.
     */
    public static HttpSinkBuilder to(String url) {
        return new HttpSinkBuilder(UrlTemplate.of(url));
    }

    /** To a URL that depends on the message. If others decide what it is, see {@link HttpSinkBuilder#publicAddressesOnly}. */
    public static HttpSinkBuilder to(Function<? super OutboxMessage, URI> url) {
        return new HttpSinkBuilder(url);
    }

    @Override
    public Map<UUID, Delivery> deliver(List<OutboxMessage> batch) throws Exception {
        Collection<List<OutboxMessage>> lanes = lanes(batch);
        if (lanes.size() <= 1) {
            return oneByOne.deliver(batch);
        }
        List<Callable<Map<UUID, Delivery>>> calls = new ArrayList<>();
        lanes.forEach(lane -> calls.add(() -> oneByOne.deliver(lane)));
        return collect(pool.invokeAll(calls));
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }

    private Delivery post(OutboxMessage message) throws InterruptedException {
        try {
            return exchange.send(requests.of(message));
        } catch (Undeliverable e) {
            return Delivery.rejected(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            return Delivery.retry("The request could not be made: " + e);
        }
    }

    private static Collection<List<OutboxMessage>> lanes(List<OutboxMessage> batch) {
        Map<Object, List<OutboxMessage>> lanes = new LinkedHashMap<>();
        for (OutboxMessage message : batch) {
            Object lane = message.key() == null ? message.id() : message.key();
            lanes.computeIfAbsent(lane, absent -> new ArrayList<>()).add(message);
        }
        return lanes.values();
    }

    private static Map<UUID, Delivery> collect(List<Future<Map<UUID, Delivery>>> lanes)
            throws ExecutionException, InterruptedException {
        Map<UUID, Delivery> answers = new LinkedHashMap<>();
        for (Future<Map<UUID, Delivery>> lane : lanes) {
            answers.putAll(lane.get());
        }
        return answers;
    }

    private static ThreadPoolExecutor pool(int threads) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), HttpSink::thread);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "dormouse-http-sink-" + THREADS.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
