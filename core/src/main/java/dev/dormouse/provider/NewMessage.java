package dev.dormouse.provider;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A message for an instance.
 *
 * @param delay how long after the commit it becomes due
 * @param start not null: the message starts the instance
 * @param timer not null: the message is a timer, which a later turn may cancel
 * @param missing what to do if the instance has not been started
 */
public record NewMessage(
        String instance,
        String body,
        Duration delay,
        @Nullable Start start,
        @Nullable Timer timer,
        Missing missing) {

    /**
     * What a start tells the provider.
     *
     * @param version null: the runtime that takes it decides
     * @param parent null: it is nobody's child
     * @param next begins the next execution of an instance that exists, rather than a new instance
     * @param refusal put in, if a turn sends the start and there is such an instance already, for the instance of that turn:
     *     so whoever waits for a child learns in the same commit that it will not come. Null: nobody is told
     */
    public record Start(
            String name,
            @Nullable String version,
            @Nullable String parent,
            boolean next,
            @Nullable String refusal) {

        public Start {
            Limits.requireName("name", name);
        }

        /** Without anybody to be told. */
        public Start(String name, @Nullable String version, @Nullable String parent, boolean next) {
            this(name, version, parent, next, null);
        }

        public Start withRefusal(String body) {
            return new Start(name, version, parent, next, body);
        }
    }

    /** Which timer: the execution and the id of the event that created it. */
    public record Timer(long executionId, long eventId) {}

    /** What happens to a message for an instance that has not been started. */
    public enum Missing {
        /** It is not kept, and the outcome says so. */
        REFUSE,
        /** It waits for the instance to be started. */
        BUFFER
    }

    public NewMessage {
        Limits.requireName("instance", instance);
        Limits.requireDelay(delay);
    }

    /** Due at once, for an instance that exists. */
    public static NewMessage of(String instance, String body) {
        return new NewMessage(instance, body, Duration.ZERO, null, null, Missing.REFUSE);
    }

    /** Starts an instance. */
    public static NewMessage start(String instance, Start start, String body) {
        return new NewMessage(instance, body, Duration.ZERO, start, null, Missing.REFUSE);
    }

    public NewMessage after(Duration wait) {
        return new NewMessage(instance, body, wait, start, timer, missing);
    }

    public NewMessage asTimer(long executionId, long eventId) {
        return new NewMessage(instance, body, delay, start, new Timer(executionId, eventId), missing);
    }

    public NewMessage buffered() {
        return new NewMessage(instance, body, delay, start, timer, Missing.BUFFER);
    }
}
