package dev.dormouse.orchestration;

import dev.dormouse.provider.EngineVersion;
import java.lang.reflect.Type;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an orchestration is called, what it takes and what it gives. Shared by those who start it and those who run it.
 * Immutable.
 *
 * @param name stored with every instance; renaming it orphans the instances that exist
 * @param version as {@code 1.2.0}; null: the newest for those who start it, {@code 1.0.0} for those who register it
 * @param inputType {@link Void} for none
 * @param outputType {@link Void} for none
 */
@SuppressWarnings("UnusedTypeParameter") // they type the calls that take this
public record Orchestration<I, O>(String name, @Nullable String version, Type inputType, Type outputType) {

    public Orchestration {
        Names.require("the name of an orchestration", name);
        Objects.requireNonNull(inputType, "inputType");
        Objects.requireNonNull(outputType, "outputType");
        if (version != null) {
            EngineVersion.parse(version);
        }
    }

    public static <I, O> Orchestration<I, O> of(String name, Class<I> input, Class<O> output) {
        return new Orchestration<>(name, null, input, output);
    }

    /** For generic types; that they fit the type arguments is up to the caller. */
    public static <I, O> Orchestration<I, O> of(String name, Type input, Type output) {
        return new Orchestration<>(name, null, input, output);
    }

    public Orchestration<I, O> withVersion(String version) {
        return new Orchestration<>(name, version, inputType, outputType);
    }
}
