package dev.dormouse.wake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hints that are no wakes but tell the node something, such as {@code !cancel/42}, and who hears them. Thread-safe. */
final class Signals {

    private static final Logger log = LoggerFactory.getLogger(Signals.class);
    private static final char MARK = '!';

    private final Map<String, Consumer<String>> actions = new ConcurrentHashMap<>();

    static WakeHint hint(String name, Object argument) {
        return WakeHint.now(MARK + name + '/' + argument);
    }

    static boolean isSignal(String queue) {
        return queue.charAt(0) == MARK;
    }

    static String askedFor(String queue) {
        return isSignal(queue) ? queue.substring(0, queue.indexOf('/') + 1) : queue;
    }

    void on(String name, Consumer<String> action) {
        actions.merge(name, action, Consumer::andThen);
    }

    void deliver(String signal) {
        int slash = signal.indexOf('/');
        Consumer<String> action = slash < 0 ? null : actions.get(signal.substring(1, slash));
        if (action == null) {
            return;
        }
        try {
            action.accept(signal.substring(slash + 1));
        } catch (RuntimeException e) {
            // Anybody may send a notification; none may harm the listener.
            log.warn("The signal {} could not be acted upon", signal, e);
        }
    }
}
