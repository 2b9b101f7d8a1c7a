package dev.dormouse.provider;

import org.jspecify.annotations.Nullable;

/**
 * What a turn makes of its execution and its instance; null leaves a field as it is.
 *
 * @param output the result, or the error's text
 */
public record ExecutionChange(
        @Nullable String name,
        @Nullable String version,
        @Nullable String parent,
        @Nullable ExecutionStatus status,
        @Nullable String output,
        @Nullable EngineVersion engine) {

    public static final ExecutionChange NONE = new ExecutionChange(null, null, null, null, null, null);

    public static ExecutionChange started(String name, String version) {
        return new ExecutionChange(name, version, null, ExecutionStatus.RUNNING, null, null);
    }

    public static ExecutionChange ended(ExecutionStatus status, @Nullable String output) {
        return new ExecutionChange(null, null, null, status, output, null);
    }

    public ExecutionChange withParent(String instance) {
        return new ExecutionChange(name, version, instance, status, output, engine);
    }

    public ExecutionChange withEngine(EngineVersion pinned) {
        return new ExecutionChange(name, version, parent, status, output, pinned);
    }

    public ExecutionChange withEnd(ExecutionStatus end, @Nullable String result) {
        return new ExecutionChange(name, version, parent, end, result, engine);
    }
}
