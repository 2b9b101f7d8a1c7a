package dev.dormouse.sink.kafka;

import dev.dormouse.outbox.Delivery;
import java.util.List;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;

/**
 * What an error of the producer means.
 *
 * @param answer for the message
 * @param breaksProducer whether the producer had better be replaced: after an error that is neither the message's own nor one
 *     that passes, it may refuse everything, or no longer keep the order
 */
record KafkaFailure(Delivery answer, boolean breaksProducer) {

    /** The message's own fault: as it is, no broker will ever take it. */
    private static final List<Class<? extends Exception>> LASTING = List.of(
            RecordTooLargeException.class,
            RecordBatchTooLargeException.class,
            InvalidRecordException.class,
            InvalidTimestampException.class,
            InvalidTopicException.class,
            SerializationException.class);

    static KafkaFailure of(Throwable error) {
        if (error instanceof Unmappable) {
            return new KafkaFailure(Delivery.retry(String.valueOf(error.getMessage())), false);
        }
        String reason = "Kafka refused it: " + error.getClass().getSimpleName() + ": " + error.getMessage();
        if (LASTING.stream().anyMatch(lasting -> lasting.isInstance(error))) {
            return new KafkaFailure(Delivery.rejected(reason), false);
        }
        return new KafkaFailure(Delivery.retry(reason), !passes(error));
    }

    private static boolean passes(Throwable error) {
        return error instanceof RetriableException
                || (error instanceof AuthorizationException && !(error instanceof ClusterAuthorizationException));
    }
}
