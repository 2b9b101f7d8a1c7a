package dev.dormouse.sink.kafka;

import dev.dormouse.outbox.OutboxMessage;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A message that was given to the producer, and what is to come of it. */
record Sent(OutboxMessage message, Future<RecordMetadata> future) {

    /** The producer itself refused it. */
    boolean failedAtOnce() throws InterruptedException {
        return errorSoFar() != null;
    }

    /** Sending blocked until it gave up, as it would for every other message too. */
    boolean timedOutAtOnce() throws InterruptedException {
        return errorSoFar() instanceof TimeoutException;
    }

    /** Waits until it is known. */
    Optional<KafkaFailure> findFailure() throws InterruptedException {
        return Optional.ofNullable(error()).map(KafkaFailure::of);
    }

    private @Nullable Throwable errorSoFar() throws InterruptedException {
        return future.isDone() ? error() : null;
    }

    private @Nullable Throwable error() throws InterruptedException {
        try {
            future.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        }
    }
}
