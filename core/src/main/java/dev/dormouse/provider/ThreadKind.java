package dev.dormouse.provider;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Tells virtual threads from others, on a Java that has them. */
final class ThreadKind {

    /** Null before Java 21. */
    private static final @Nullable MethodHandle IS_VIRTUAL = find();

    private ThreadKind() {}

    static boolean isVirtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new IllegalStateException("Thread.isVirtual() does not throw", e);
        }
    }

    private static @Nullable MethodHandle find() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }
}
