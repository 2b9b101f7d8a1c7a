package dev.dormouse.orchestration;

/**
 * The first of several futures to be done.
 *
 * @param index which one, from 0
 */
public record Winner<T>(int index, DurableFuture<? extends T> future) {

    /** Its result; throws if it failed. */
    public T value() {
        return future.await();
    }
}
