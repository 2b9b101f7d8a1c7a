package dev.dormouse.orchestration;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The key-value state of an instance: written by its orchestration only, readable by clients, kept across executions. */
public interface Values {

    void set(String key, Object value);

    <T> Optional<T> get(String key, Class<T> type);

    /** For generic types. */
    <T> Optional<T> get(String key, Type type);

    void clear(String key);

    void clearAll();

    /** In the order of the keys. */
    Set<String> keys();

    /** Every value as the text that is stored, in the order of the keys. */
    Map<String, String> all();
}
