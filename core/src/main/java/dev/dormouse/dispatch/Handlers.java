package dev.dormouse.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Where handlers run: virtual threads on Java 21 and newer, a pool of platform threads below. */
public final class Handlers {

    private Handlers() {}

    /** The default for this Java version, for at most so many handlers at a time. */
    public static Executor byDefault(String name, int concurrency) {
        return virtualThreadsExist() ? virtualThreads() : new HandlerPool(name, concurrency);
    }

    /** Ends what {@link #byDefault} made; what still runs may finish. */
    public static void close(Executor handlers) {
        if (handlers instanceof HandlerPool pool) {
            pool.close();
        } else if (handlers instanceof ExecutorService service) {
            service.shutdown();
        }
    }

    static boolean virtualThreadsExist() {
        return Runtime.version().feature() >= 21;
    }

    private static ExecutorService virtualThreads() {
        try {
            return (ExecutorService) MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class))
                    .invoke();
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "virtual threads are missing on Java " + Runtime.version() + ", pass an executor for handlers", e);
        }
    }
}
