package dev.dormouse.orchestration;

import java.lang.reflect.Type;
import java.util.Objects;

/**
 * What an activity is called, what it takes and what it gives. Shared by orchestrations that schedule it and those who
 * execute it. Immutable.
 *
 * @param name stored in histories; renaming it orphans what is scheduled
 * @param inputType {@link Void} for none
 * @param outputType {@link Void} for none
 */
@SuppressWarnings("UnusedTypeParameter") // they type the calls that take this
public record Activity<I, O>(String name, Type inputType, Type outputType) {

    public Activity {
        Names.require("the name of an activity", name);
        Objects.requireNonNull(inputType, "inputType");
        Objects.requireNonNull(outputType, "outputType");
    }

    public static <I, O> Activity<I, O> of(String name, Class<I> input, Class<O> output) {
        return new Activity<>(name, input, output);
    }

    /** For generic types; that they fit the type arguments is up to the caller. */
    public static <I, O> Activity<I, O> of(String name, Type input, Type output) {
        return new Activity<>(name, input, output);
    }
}
