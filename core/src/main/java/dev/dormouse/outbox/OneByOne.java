package dev.dormouse.outbox;

import dev.dormouse.text.Errors;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Gives a handler one message at a time; after one that was not delivered, the later ones of its key are left out. What a
 * handler throws is the failure of that message alone: those before it have been delivered.
 */
final class OneByOne implements Sink {

    private final MessageHandler handler;

    OneByOne(MessageHandler handler) {
        this.handler = handler;
    }

    @Override
    public Map<UUID, Delivery> deliver(List<OutboxMessage> batch) throws Exception {
        Map<UUID, Delivery> answers = new LinkedHashMap<>();
        Set<String> heldBack = new HashSet<>();
        for (OutboxMessage message : batch) {
            String key = message.key();
            if (key != null && heldBack.contains(key)) {
                continue;
            }
            Delivery answer;
            try {
                answer = deliver(message);
            } catch (InterruptedException e) {
                if (answers.isEmpty()) {
                    throw e;
                }
                // What was delivered before is said; the rest goes without an answer.
                Thread.currentThread().interrupt();
                break;
            }
            answers.put(message.id(), answer);
            if (key != null && !(answer instanceof Delivery.Delivered)) {
                heldBack.add(key);
            }
        }
        return answers;
    }

    private Delivery deliver(OutboxMessage message) throws InterruptedException {
        try {
            return handler.deliver(message);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable t) {
            return Delivery.retry(Errors.describe(t));
        }
    }
}
