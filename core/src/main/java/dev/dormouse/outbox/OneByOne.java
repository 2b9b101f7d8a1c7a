package dev.dormouse.outbox;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Gives a handler one message at a time; after one that was not delivered, the later ones of its key are left out. */
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
            Delivery answer = handler.deliver(message);
            answers.put(message.id(), answer);
            if (key != null && !(answer instanceof Delivery.Delivered)) {
                heldBack.add(key);
            }
        }
        return answers;
    }
}
