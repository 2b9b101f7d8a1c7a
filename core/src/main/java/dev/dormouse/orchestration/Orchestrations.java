package dev.dormouse.orchestration;

import dev.dormouse.orchestration.kernel.CorruptTextException;
import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Payload;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.orchestration.runtime.LocalEnds;
import dev.dormouse.provider.CustomStatus;
import dev.dormouse.provider.EnqueueOutcome;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.InstanceStatus;
import dev.dormouse.provider.InstanceWatch;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.Provider;
import dev.dormouse.spi.PayloadCodec;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts orchestrations, sends to them, and asks how they are doing. Thread-safe. Whoever waits here is woken when the
 * instance changes; nothing is polled.
 *
 * <pre>{@code
 * orchestrations.start(ORDER, "order-17", order);
 * Receipt receipt = orchestrations.awaitCompletion(ORDER, "order-17", Duration.ofMinutes(1));
 * }</pre>
 */
public final class Orchestrations extends OrchestrationInbox {

    private final Provider provider;
    private final LocalEnds localEnds;
    private final Runnable beforeWaiting;

    public Orchestrations(Provider provider, PayloadCodec codec, OrchestrationLimits limits) {
        this(provider, codec, limits, provider::enqueue, LocalEnds.NONE, () -> {});
    }

    /**
     * On a node.
     *
     * @param enqueue puts messages in
     * @param localEnds what ends on the node
     * @param beforeWaiting has the node listen, in case it does not yet
     */
    public Orchestrations(
            Provider provider,
            PayloadCodec codec,
            OrchestrationLimits limits,
            Function<List<NewMessage>, List<EnqueueOutcome>> enqueue,
            LocalEnds localEnds,
            Runnable beforeWaiting) {
        super(codec, limits, enqueue);
        this.provider = provider;
        this.localEnds = localEnds;
        this.beforeWaiting = beforeWaiting;
    }

    /** Starts and sends in the caller's transaction: it happens if and when that commits. */
    public OrchestrationInbox in(Connection connection) {
        return new OrchestrationInbox(codec, limits, messages -> provider.enqueue(connection, messages));
    }

    /** Looks at instances, and removes them. */
    public OrchestrationAdmin admin() {
        return new OrchestrationAdmin(provider.admin());
    }

    /** Empty if there is no such instance. */
    public Optional<OrchestrationStatus> status(String id) {
        return provider.findStatus(id).map(Orchestrations::status);
    }

    /**
     * The result, once there is one; null if it is nothing. Waits also for an instance that has not been started yet.
     *
     * @throws OrchestrationFailedException if it failed or was cancelled
     * @throws TimeoutException if it has not ended by then; it goes on
     */
    @SuppressWarnings("unchecked") // the descriptor vouches for the type
    public <O> @Nullable O awaitCompletion(Orchestration<?, O> orchestration, String id, Duration timeout)
            throws InterruptedException, TimeoutException {
        long deadline = deadline(timeout);
        Optional<Event> end = localEnds.await(id, timeout);
        Payload output = end.isPresent() ? output(id, end.get()) : output(awaitEnd(id, deadline, timeout));
        return (O) output.decode(orchestration.outputType(), codec);
    }

    /** How it ended, once it has, whether it completed or failed. */
    public OrchestrationStatus awaitEnd(String id, Duration timeout) throws InterruptedException, TimeoutException {
        return awaitEnd(id, deadline(timeout), timeout);
    }

    private OrchestrationStatus awaitEnd(String id, long deadline, Duration timeout)
            throws InterruptedException, TimeoutException {
        Optional<OrchestrationStatus> ended =
                await(id, deadline, () -> status(id).filter(OrchestrationStatus::finished));
        return ended.orElseThrow(() -> late(id, timeout));
    }

    /** What the instance shows of itself, once it differs from the version last seen; empty at the timeout. */
    public Optional<CustomStatus> awaitStatusChange(String id, long lastSeenVersion, Duration timeout)
            throws InterruptedException {
        return await(id, deadline(timeout), () -> provider.findCustomStatus(id, lastSeenVersion));
    }

    /** One value of the instance's key-value state. */
    public <T> Optional<T> value(String id, String key, Class<T> type) {
        return value(id, key, (Type) type);
    }

    /** For generic types. */
    @SuppressWarnings("unchecked") // the caller vouches for the type
    public <T> Optional<T> value(String id, String key, Type type) {
        return provider.findValue(id, key).map(text -> (T) codec.decode(text.getBytes(StandardCharsets.UTF_8), type));
    }

    /** Every value as the text that is stored. */
    public Map<String, String> values(String id) {
        return provider.values(id);
    }

    /** One value, once there is one; empty at the timeout. */
    public <T> Optional<T> awaitValue(String id, String key, Class<T> type, Duration timeout)
            throws InterruptedException {
        return await(id, deadline(timeout), () -> value(id, key, type));
    }

    /** Looks, and looks again whenever the instance may have changed. */
    private <T> Optional<T> await(String id, long deadline, Supplier<Optional<T>> look) throws InterruptedException {
        beforeWaiting.run();
        try (InstanceWatch watch = provider.watch(id)) {
            Optional<T> found = look.get();
            for (long left; found.isEmpty() && (left = deadline - System.nanoTime()) > 0; ) {
                watch.await(Duration.ofNanos(left));
                found = look.get();
            }
            return found;
        }
    }

    private static long deadline(Duration timeout) {
        return System.nanoTime() + timeout.toNanos();
    }

    private TimeoutException late(String id, Duration timeout) {
        return new TimeoutException(status(id)
                .map(status ->
                        "instance " + id + " of " + status.name() + " has not ended after " + timeout + " and goes on")
                .orElse("there is no instance " + id + " after " + timeout));
    }

    private Payload output(OrchestrationStatus ended) {
        ErrorDetails error = ended.error();
        if (error != null) {
            throw new OrchestrationFailedException(ended.instance(), error);
        }
        String text = ended.output();
        return text != null ? Payload.of(text) : outputInHistory(ended);
    }

    private static Payload output(String id, Event end) {
        if (end instanceof Event.Failed failed) {
            throw new OrchestrationFailedException(id, failed.error());
        }
        return end instanceof Event.Completed completed ? completed.output() : Payload.EMPTY;
    }

    /** What is no text stands in the last event only. */
    private Payload outputInHistory(OrchestrationStatus ended) {
        List<Event> history = admin().history(ended.instance());
        return history.isEmpty() ? Payload.EMPTY : output(ended.instance(), history.get(history.size() - 1));
    }

    private static OrchestrationStatus status(InstanceStatus status) {
        boolean failed = status.status() == ExecutionStatus.FAILED;
        return new OrchestrationStatus(
                status.instance(),
                status.name(),
                status.version(),
                status.executionId(),
                status.status(),
                failed ? null : status.output(),
                failed ? error(status.output()) : null,
                status.customStatus());
    }

    private static ErrorDetails error(@Nullable String text) {
        try {
            return Texts.readError(text == null ? "" : text);
        } catch (CorruptTextException e) {
            return new ErrorDetails.Infrastructure("read", String.valueOf(text), false);
        }
    }
}
