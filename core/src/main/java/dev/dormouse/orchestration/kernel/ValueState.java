package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.Values;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The key-value state: what it was when the execution began, and what the code did to it since. */
final class ValueState implements Values {

    private final Turn turn;
    private final Payloads payloads;
    private final TreeMap<String, String> values;

    ValueState(Turn turn, Payloads payloads) {
        this.turn = turn;
        this.payloads = payloads;
        this.values = new TreeMap<>(turn.input.values());
    }

    @Override
    public void set(String key, Object value) {
        turn.check();
        payloads.name("the key of a value", key);
        String text = text(key, value);
        values.put(key, text);
        requireRoom();
        turn.emit((id, at) -> new Event.ValueSet(id, at, key, text));
    }

    @Override
    public <T> Optional<T> get(String key, Class<T> type) {
        return get(key, (Type) type);
    }

    @Override
    public <T> Optional<T> get(String key, Type type) {
        turn.check();
        return Optional.ofNullable(values.get(key)).map(Payload::of).map(payloads.reader(type));
    }

    @Override
    public void clear(String key) {
        turn.check();
        payloads.name("the key of a value", key);
        values.remove(key);
        turn.emit((id, at) -> new Event.ValueCleared(id, at, key));
    }

    @Override
    public void clearAll() {
        turn.check();
        values.clear();
        turn.emit(Event.ValuesCleared::new);
    }

    @Override
    public Set<String> keys() {
        turn.check();
        return Collections.unmodifiableSet(new TreeSet<>(values.keySet()));
    }

    @Override
    public Map<String, String> all() {
        turn.check();
        return Collections.unmodifiableMap(new TreeMap<>(values));
    }

    private String text(String key, Object value) {
        Payload payload = Payload.encode(value, value.getClass(), turn.ports.codec());
        payloads.requireAtMost(
                "value " + key, payload.size(), turn.input.limits().valueBytesMax());
        String text = payload.text()
                .orElseThrow(() -> new IllegalArgumentException("value " + key + " is not text, so it cannot be kept"));
        return Storable.require("value " + key, text);
    }

    private void requireRoom() {
        int max = turn.input.limits().valueKeysMax();
        if (values.size() > max) {
            throw turn.abortLimit("there are " + values.size() + " values; at most " + max + " are allowed");
        }
    }
}
