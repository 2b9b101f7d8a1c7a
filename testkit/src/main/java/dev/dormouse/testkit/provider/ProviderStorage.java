package dev.dormouse.testkit.provider;

import dev.dormouse.provider.Provider;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/** Fresh storage for one test, and what can be done with it. The times are for machines that are busy with other things. */
public interface ProviderStorage extends AutoCloseable {

    /** The provider on this storage; the same one at every call, until a restart. */
    Provider provider();

    /** One more provider on the same storage at the same time, as another node has it; empty if that cannot be. */
    default Optional<Provider> another() {
        return Optional.empty();
    }

    /** Closes the provider and opens it again on the same storage; empty if the storage does not outlive it. */
    default Optional<Provider> restarted() {
        return Optional.empty();
    }

    /** A lock that a test can wait for the end of; long enough for a few calls to fit in. */
    default Duration lockTimeout() {
        return Duration.ofSeconds(1);
    }

    /** How much later than it should something may happen. */
    default Duration slack() {
        return Duration.ofSeconds(5);
    }

    /** How long a fetch that must not wait may take. */
    default Duration atOnce() {
        return Duration.ofSeconds(1);
    }

    /** How often the storage has been searched for something to lock; empty if nobody counts. */
    default OptionalLong looks() {
        return OptionalLong.empty();
    }

    /** Lets time pass by the provider's clock. */
    default void pass(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    /** A monotonic clock that goes as the provider's does. */
    default long nanos() {
        return System.nanoTime();
    }

    /** Closes what was opened and removes the storage. */
    @Override
    void close();
}
