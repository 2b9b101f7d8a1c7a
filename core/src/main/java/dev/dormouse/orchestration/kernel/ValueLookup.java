package dev.dormouse.orchestration.kernel;

import java.util.Optional;

/**
 * The built-in activity that reads a value of another instance. Whoever executes activities answers it.
 *
 * @param instance whose
 */
public record ValueLookup(String instance, String key) {

    /** The activity's name. */
    public static final String NAME = "dormouse:value";

    public Payload input() {
        return Payload.of(new Fields().put("instance", instance).put("key", key).text());
    }

    public static ValueLookup read(Payload input) {
        String text = text(input);
        return CorruptTextException.naming("the input of " + NAME, text, () -> {
            Fields in = Fields.parse(text);
            return new ValueLookup(in.string("instance"), in.string("key"));
        });
    }

    /** The activity's result. */
    public static Payload answer(Optional<String> value) {
        return Payload.of(new Fields().put("value", value.orElse(null)).text());
    }

    static Optional<String> readAnswer(Payload result) {
        String text = text(result);
        return CorruptTextException.naming(
                "the result of " + NAME,
                text,
                () -> Optional.ofNullable(Fields.parse(text).optionalString("value")));
    }

    private static String text(Payload payload) {
        return payload.text().orElse("");
    }
}
