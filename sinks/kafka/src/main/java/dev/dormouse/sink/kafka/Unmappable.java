package dev.dormouse.sink.kafka;

/** The user's function for the topic failed; neither Kafka's fault nor, for certain, the message's. */
final class Unmappable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Unmappable(RuntimeException cause) {
        super("The message could not be mapped: " + cause, cause);
    }
}
