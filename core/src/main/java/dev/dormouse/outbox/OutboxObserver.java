package dev.dormouse.outbox;

/** Watches the outbox of a node. Called from the node's own threads: must be quick and must not throw. */
public interface OutboxObserver {

    OutboxObserver NONE = new OutboxObserver() {};

    default void published(int messages) {}

    /** One call to a sink ended with so many messages delivered. */
    default void delivered(String route, int messages, long nanos) {}

    /** One message failed and is tried again. */
    default void retried(String route) {}

    default void parked(String route) {}

    /** A call to a sink went on after its time was over and it had been interrupted. */
    default void hanging(String route) {}

    /** A sink answered for messages that it had not been given. */
    default void unknownAnswers(String route, int answers) {}

    /** Outcomes were not written because the node had lost their lane: another node delivers these messages again. */
    default void unwritten(int outcomes) {}
}
