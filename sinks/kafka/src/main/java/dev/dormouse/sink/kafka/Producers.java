package dev.dormouse.sink.kafka;

import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one producer of a sink, made when it is first needed, and made anew when it is broken. Thread-safe. */
final class Producers implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Producers.class);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private final Supplier<Producer<byte[], byte[]>> factory;

    // Both guarded by this.
    private @Nullable Producer<byte[], byte[]> current;
    private boolean closed;

    Producers(Supplier<Producer<byte[], byte[]>> factory) {
        this.factory = factory;
    }

    synchronized Producer<byte[], byte[]> current() {
        if (closed) {
            throw new IllegalStateException("The Kafka sink is closed");
        }
        if (current == null) {
            current = factory.get();
        }
        return current;
    }

    /**
     * Drops a broken producer, with what it has not sent: nobody has been told that this was delivered. Others that use it
     * at the moment are told that they failed.
     */
    void replace(Producer<byte[], byte[]> broken) {
        if (drop(broken)) {
            log.warn("The Kafka producer is broken and is replaced by a new one; what was under way is sent again");
            broken.close(Duration.ZERO);
        }
    }

    @Override
    public void close() {
        Producer<byte[], byte[]> last = last();
        if (last != null) {
            last.close(CLOSE_MAX);
        }
    }

    /** Whether this call dropped it. */
    @SuppressWarnings("ReferenceEquality") // This very producer, not one that is like it.
    private synchronized boolean drop(Producer<byte[], byte[]> broken) {
        boolean isCurrent = current == broken;
        current = isCurrent ? null : current;
        return isCurrent;
    }

    private synchronized @Nullable Producer<byte[], byte[]> last() {
        closed = true;
        Producer<byte[], byte[]> last = current;
        current = null;
        return last;
    }
}
