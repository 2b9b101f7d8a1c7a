package dev.dormouse.outbox;

/** Delivers one message; see {@link Sink#oneByOne}. */
@FunctionalInterface
public interface MessageHandler {

    Delivery deliver(OutboxMessage message) throws Exception;
}
