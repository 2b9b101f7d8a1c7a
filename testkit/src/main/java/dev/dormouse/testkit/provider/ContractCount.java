package dev.dormouse.testkit.provider;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Counts the tests that passed, by group, and says so at the end: a suite that ran nothing should not look like success. */
final class ContractCount implements TestWatcher, AfterAllCallback {

    private static final Map<Class<?>, Map<String, AtomicInteger>> PASSED = new ConcurrentHashMap<>();

    @Override
    public void testSuccessful(ExtensionContext context) {
        Class<?> group = context.getRequiredTestClass();
        PASSED.computeIfAbsent(suite(context), suite -> new ConcurrentSkipListMap<>())
                .computeIfAbsent(group.getSimpleName(), name -> new AtomicInteger())
                .incrementAndGet();
    }

    /** The class that extends the contract: the outermost one that has tests. */
    private static Class<?> suite(ExtensionContext context) {
        Class<?> suite = context.getRequiredTestClass();
        for (ExtensionContext at = context; ; at = at.getParent().orElseThrow()) {
            if (at.getTestClass().isEmpty()) {
                return suite;
            }
            suite = at.getRequiredTestClass();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        Class<?> suite = context.getRequiredTestClass();
        if (suite.isAnnotationPresent(Nested.class)) {
            return;
        }
        Map<String, AtomicInteger> passed = PASSED.getOrDefault(suite, Map.of());
        int total = passed.values().stream().mapToInt(AtomicInteger::get).sum();
        System.out.println("provider contract: " + suite.getSimpleName() + ": "
                + passed.entrySet().stream()
                        .map(group -> words(group.getKey()) + " " + group.getValue())
                        .collect(Collectors.joining(", "))
                + ", total " + total);
    }

    /** {@code LongPolling} becomes {@code long polling}. */
    private static String words(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    }
}
