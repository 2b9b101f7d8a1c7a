package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityHandler;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.orchestration.VersionPolicy;
import dev.dormouse.provider.EngineVersion;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The orchestrations, by version, and the activities that a node knows. Thread-safe; the policies may change at any time. */
public final class OrchestrationHandlers {

    private static final String FIRST_VERSION = "1.0.0";

    private final Map<String, TreeMap<EngineVersion, Registered<?, ?>>> orchestrations = new ConcurrentHashMap<>();
    private final Map<String, VersionPolicy> policies = new ConcurrentHashMap<>();
    private final Map<String, RegisteredActivity<?, ?>> activities = new ConcurrentHashMap<>();

    /** One version of an orchestration. */
    record Registered<I, O>(Orchestration<I, O> orchestration, OrchestrationHandler<I, O> handler, String version) {}

    record RegisteredActivity<I, O>(Activity<I, O> activity, ActivityHandler<I, O> handler) {}

    /** Runs the instances of this orchestration and version; of version 1.0.0 if it names none. */
    public <I, O> void add(Orchestration<I, O> orchestration, OrchestrationHandler<I, O> handler) {
        String asked = orchestration.version();
        String version = asked == null ? FIRST_VERSION : asked;
        TreeMap<EngineVersion, Registered<?, ?>> versions =
                orchestrations.computeIfAbsent(orchestration.name(), name -> new TreeMap<>());
        synchronized (versions) {
            Registered<?, ?> before = versions.putIfAbsent(
                    EngineVersion.parse(version), new Registered<>(orchestration, handler, version));
            if (before != null) {
                throw new IllegalArgumentException("orchestration " + orchestration.name() + " " + version
                        + " is registered twice: give one of them another version");
            }
        }
    }

    public <I, O> void add(Activity<I, O> activity, ActivityHandler<I, O> handler) {
        if (activities.putIfAbsent(activity.name(), new RegisteredActivity<>(activity, handler)) != null) {
            throw new IllegalArgumentException(
                    "activity " + activity.name() + " is registered twice: give one of them another name");
        }
    }

    /** Decides for instances that begin from now on; a version that is not registered keeps them waiting until it is. */
    public void policy(String orchestration, VersionPolicy policy) {
        policies.put(orchestration, policy);
    }

    public boolean isEmpty() {
        return orchestrations.isEmpty() && activities.isEmpty();
    }

    Set<String> orchestrations() {
        return Set.copyOf(orchestrations.keySet());
    }

    /** By orchestration, the versions that are registered. */
    Map<String, Set<String>> versions() {
        Map<String, Set<String>> all = new HashMap<>();
        orchestrations.forEach((name, versions) -> {
            synchronized (versions) {
                all.put(
                        name,
                        versions.values().stream().map(Registered::version).collect(Collectors.toSet()));
            }
        });
        return all;
    }

    Set<String> activities() {
        return Set.copyOf(activities.keySet());
    }

    /** The version that is pinned or asked for, or the one that the policy says. */
    Optional<Registered<?, ?>> find(String name, @Nullable String version) {
        TreeMap<EngineVersion, Registered<?, ?>> versions = orchestrations.get(name);
        if (versions == null) {
            return Optional.empty();
        }
        String exact = version != null
                ? version
                : policies.getOrDefault(name, VersionPolicy.LATEST).exact();
        synchronized (versions) {
            return exact == null
                    ? Optional.of(versions.lastEntry().getValue())
                    : Optional.ofNullable(versions.get(EngineVersion.parse(exact)));
        }
    }

    Optional<RegisteredActivity<?, ?>> findActivity(String name) {
        return Optional.ofNullable(activities.get(name));
    }
}
