package dev.dormouse.sink.redis;

import dev.dormouse.outbox.Delivery;
import dev.dormouse.outbox.OutboxMessage;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done for one message.
 *
 * @param change null: nothing is, or can be
 * @param answer what to say of it if nothing is to be done
 */
record Step(OutboxMessage message, @Nullable Change change, Delivery answer) {

    /** Asks the plan, whose mapping is the user's code and may do anything. */
    static Step of(Plan plan, OutboxMessage message) {
        try {
            return new Step(message, plan.change(message).orElse(null), Delivery.delivered());
        } catch (Undeliverable e) {
            return new Step(message, null, Delivery.rejected(String.valueOf(e.getMessage())));
        } catch (RuntimeException e) {
            return new Step(message, null, Delivery.retry("The message could not be mapped: " + e));
        }
    }

    boolean goesTo(String redisKey) {
        return change != null && change.key().equals(redisKey);
    }

    void addTo(Call call) {
        if (change != null) {
            call.add(message, change);
        }
    }
}
