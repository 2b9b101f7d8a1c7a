package dev.dormouse.orchestration;

import dev.dormouse.dispatch.DispatchObserver;
import dev.dormouse.dispatch.DispatcherHealth;
import dev.dormouse.lifecycle.Service;
import dev.dormouse.orchestration.runtime.OrchestrationEngine;
import dev.dormouse.orchestration.runtime.OrchestrationHandlers;
import dev.dormouse.provider.Provider;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A node that does nothing but orchestrations, on any provider: for embedded storage, tests, and providers of others. Thread-
 * safe. The provider stays its owner's to close.
 *
 * <pre>{@code
 * try (var node = OrchestrationNode.on(provider).orchestration(ORDER, this::order).activity(CHARGE, this::charge).start()) {
 *     node.orchestrations().start(ORDER, "order-17", order);
 * }
 * }</pre>
 */
public final class OrchestrationNode implements Service {

    private final OrchestrationEngine engine;
    private final Orchestrations orchestrations;
    private final OrchestrationHandlers handlers;

    private OrchestrationNode(Builder config) {
        PayloadCodec codec = config.codec != null ? config.codec : PayloadCodec.onClassPath();
        this.handlers = config.handlers;
        WakeHub hub = new WakeHub(config.wake, Ticker.SYSTEM, WakeObserver.NONE, queues -> List.of());
        this.engine = new OrchestrationEngine(
                handlers,
                new OrchestrationEngine.Parts(
                        config.name,
                        config.provider,
                        config.options,
                        codec,
                        hub,
                        Sleepers.NOBODY_ASKS,
                        config.observer,
                        DispatchObserver.NONE),
                config.executor);
        this.orchestrations = new Orchestrations(
                config.provider, codec, config.options.limits(), engine::enqueue, engine.ends(), () -> {});
        if (config.provider.wakes(hub)) {
            hub.listening();
        }
    }

    public static Builder on(Provider provider) {
        return new Builder(provider);
    }

    public Orchestrations orchestrations() {
        return orchestrations;
    }

    /** Decides for instances that begin from now on. */
    public void versionPolicy(String orchestration, VersionPolicy policy) {
        handlers.policy(orchestration, policy);
    }

    @Override
    public void start() {
        engine.start();
    }

    @Override
    public void stop(Duration grace) {
        engine.stop(grace);
    }

    public List<DispatcherHealth> health() {
        return engine.health();
    }

    /** What a node is to be; {@link #start} makes it. Not thread-safe. */
    public static final class Builder {

        private final Provider provider;
        private final OrchestrationHandlers handlers = new OrchestrationHandlers();
        private String name = "node";
        private RuntimeOptions options = RuntimeOptions.defaults();
        private WakeSettings wake = WakeSettings.defaults();
        private OrchestrationObserver observer = OrchestrationObserver.NONE;
        private @Nullable PayloadCodec codec;
        private @Nullable Executor executor;

        private Builder(Provider provider) {
            this.provider = provider;
        }

        /** Runs the instances of this orchestration and version. */
        public <I, O> Builder orchestration(Orchestration<I, O> orchestration, OrchestrationHandler<I, O> handler) {
            handlers.add(orchestration, handler);
            return this;
        }

        /** Executes this activity. */
        public <I, O> Builder activity(Activity<I, O> activity, ActivityHandler<I, O> handler) {
            handlers.add(activity, handler);
            return this;
        }

        /** Which version instances get that ask for none; the highest unless said otherwise. */
        public Builder versionPolicy(String orchestration, VersionPolicy policy) {
            handlers.policy(orchestration, policy);
            return this;
        }

        /** A name for logs and activities; need not be unique. */
        public Builder name(String name) {
            this.name = Objects.requireNonNull(name, "name");
            return this;
        }

        public Builder options(RuntimeOptions options) {
            this.options = options;
            return this;
        }

        public Builder wake(WakeSettings wake) {
            this.wake = wake;
            return this;
        }

        public Builder observer(OrchestrationObserver observer) {
            this.observer = observer;
            return this;
        }

        public Builder codec(PayloadCodec codec) {
            this.codec = codec;
            return this;
        }

        /** Where turns and activities run; must be able to run as many at a time as both together may. */
        public Builder executor(Executor executor) {
            this.executor = executor;
            return this;
        }

        public OrchestrationNode build() {
            return new OrchestrationNode(this);
        }

        public OrchestrationNode start() {
            OrchestrationNode node = build();
            node.start();
            return node;
        }
    }
}
