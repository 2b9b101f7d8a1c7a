package dev.dormouse.orchestration;

/**
 * Messages for one orchestration under one name, first in first out. They are kept until they are taken, whether they came
 * before or after, and go along when the orchestration continues as new.
 */
public interface EventQueue<T> {

    /** The next message that nobody has taken or is waiting for. */
    DurableFuture<T> next();
}
