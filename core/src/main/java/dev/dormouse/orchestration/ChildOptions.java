package dev.dormouse.orchestration;

import org.jspecify.annotations.Nullable;

/**
 * How to start another orchestration as a child.
 *
 * @param id its instance, verbatim; null: one is made from the parent's
 */
public record ChildOptions(@Nullable String id) {

    /** What separates a parent's id from what is made for its child. */
    public static final String SEPARATOR = "::sub::";

    private static final ChildOptions DEFAULTS = new ChildOptions(null);

    public ChildOptions {
        if (id != null && (id.isEmpty() || id.startsWith("sub::"))) {
            throw new IllegalArgumentException("the id of a child must not be empty or begin with sub::: '" + id + "'");
        }
    }

    public static ChildOptions defaults() {
        return DEFAULTS;
    }

    public static ChildOptions withId(String id) {
        return new ChildOptions(id);
    }
}
