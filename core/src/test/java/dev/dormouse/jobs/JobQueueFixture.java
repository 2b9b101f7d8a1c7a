package dev.dormouse.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.node.NodeLease;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.spi.PayloadException;
import dev.dormouse.wake.ManualTicker;
import dev.dormouse.wake.SilentAnnouncer;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/** A queue of jobs on a store in memory, whose lease goes by a manual clock. */
final class JobQueueFixture implements AutoCloseable {

    static final JobKind<String> KIND =
            JobKind.of("greet", String.class).withAttemptsMax(3).withRetry(RetryPolicy.fixed(Duration.ofSeconds(7)));

    final ManualTicker ticker = new ManualTicker();
    final MemoryJobs store = new MemoryJobs();
    final NodeLease lease = new NodeLease(store, "test", Duration.ofSeconds(10), ticker);
    final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    final AtomicInteger nudges = new AtomicInteger();

    JobQueue queue(JobKind<String> kind, JobHandler<String> handler) {
        JobQueue queue = new JobQueue(
                "default",
                Map.of(kind.name(), new Registration<>(kind, handler)),
                new JobQueue.Parts(
                        store,
                        lease,
                        new Words(),
                        PayloadLimit.DEFAULT,
                        ticker,
                        timer,
                        new SilentAnnouncer(),
                        JobObserver.NONE));
        queue.nudgeWith(nudges::incrementAndGet);
        return queue;
    }

    void add(long id) {
        add(id, 1);
    }

    private void add(long id, int attempt) {
        store.add(id, "greet", attempt, "world".getBytes(StandardCharsets.UTF_8));
    }

    void runAll(JobQueue queue, int attempt) {
        store.written.clear();
        add(1, attempt);
        queue.exchange(1).claimed().forEach(queue::run);
    }

    /** A queue whose job 1 is in its handler, on a thread of its own. */
    record Begun(JobQueue queue, Thread thread) {}

    Begun begun(JobHandler<String> handler) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        JobQueue queue = queue(KIND, (job, args) -> {
            begun.countDown();
            handler.handle(job, args);
        });
        Thread thread = new Thread(() -> runAll(queue, 1));
        thread.setDaemon(true);
        thread.start();
        begun.await();
        return new Begun(queue, thread);
    }

    static void awaitInterrupt() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    ClaimedJob claimedOne() {
        return store.written().get(0).job();
    }

    /** The one outcome that the store was told. */
    JobOutcome outcome(JobQueue queue) {
        queue.exchange(0);
        assertThat(store.written()).hasSize(1);
        return store.written().get(0);
    }

    static void awaitUninterruptibly(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException ignored) {
                // That is the point.
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    static final class Words implements PayloadCodec {

        @Override
        public byte[] encode(Object value, Type type) {
            return value.toString().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object decode(byte[] payload, Type type) {
            if (payload[0] == '!') {
                throw new PayloadException("no word, says the test");
            }
            return new String(payload, StandardCharsets.UTF_8);
        }
    }
}
