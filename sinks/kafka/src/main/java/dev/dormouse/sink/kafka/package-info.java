/**
 * Kafka: each message is one record of a topic, its key the record's key, so that messages of one key stand in one partition
 * in their order.
 *
 * <p>The messages of a batch are sent without waiting for each other; the idempotent producer keeps the order of what is
 * under way, also when it has to send again, because the broker refuses a record whose predecessor it has not got. What is
 * left is a predecessor that is given up for good while its successor is not. {@code Sending} says what is
 * done about that.
 */
@NullMarked
package dev.dormouse.sink.kafka;

import org.jspecify.annotations.NullMarked;
