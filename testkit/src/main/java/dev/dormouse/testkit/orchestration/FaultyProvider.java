package dev.dormouse.testkit.orchestration;

import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A provider with trouble on the way to it: calls that fail before they arrive, answers that are lost after the commit, and
 * the death of the node that uses it. Thread-safe.
 */
public final class FaultyProvider {

    private final Provider real;
    private final Map<String, AtomicInteger> failing = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> losing = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
    private volatile boolean dead;
    private volatile boolean wakes = true;
    private volatile @Nullable Boolean waits;

    public FaultyProvider(Provider real) {
        this.real = real;
    }

    /** What the node under test uses. */
    public Provider provider() {
        return (Provider)
                Proxy.newProxyInstance(Provider.class.getClassLoader(), new Class<?>[] {Provider.class}, this::call);
    }

    /** The next calls of a method fail in passing, and never arrive. */
    public FaultyProvider fail(String method, int times) {
        failing.computeIfAbsent(method, name -> new AtomicInteger()).addAndGet(times);
        return this;
    }

    /** The next calls of a method arrive, but their answers are lost. */
    public FaultyProvider loseAnswers(String method, int times) {
        losing.computeIfAbsent(method, name -> new AtomicInteger()).addAndGet(times);
        return this;
    }

    /** From now on nothing arrives and no answer comes, as if the process had been killed. */
    public void die() {
        dead = true;
    }

    /** As a provider that does not wake the nodes that use it, and waits by itself or does not. */
    public FaultyProvider withoutWakes(boolean longPolling) {
        wakes = false;
        waits = longPolling;
        return this;
    }

    /** How often a method was called, whether or not it arrived. */
    public int calls(String method) {
        AtomicInteger count = calls.get(method);
        return count == null ? 0 : count.get();
    }

    private @Nullable Object call(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        String name = method.getName();
        calls.computeIfAbsent(name, absent -> new AtomicInteger()).incrementAndGet();
        if (name.equals("wakes") && !wakes) {
            return false;
        }
        if (name.equals("supportsLongPolling") && waits != null) {
            return waits;
        }
        if (dead || take(failing, name)) {
            throw new ProviderException(name + " did not arrive: " + (dead ? "the node is dead" : "try again"), true, null);
        }
        Object answer = invoke(method, args);
        if (dead || take(losing, name)) {
            throw new ProviderException(name + " arrived, but its answer was lost", true, null);
        }
        return answer;
    }

    private @Nullable Object invoke(Method method, Object @Nullable [] args) throws Throwable {
        try {
            return method.invoke(real, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private static boolean take(Map<String, AtomicInteger> counts, String name) {
        AtomicInteger left = counts.get(name);
        return left != null && left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }
}
