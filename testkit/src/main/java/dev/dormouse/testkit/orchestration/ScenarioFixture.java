package dev.dormouse.testkit.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationNode;
import dev.dormouse.orchestration.OrchestrationStatus;
import dev.dormouse.orchestration.Orchestrations;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.Provider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Nodes over one provider, and the words to say what they should do. A provider's tests extend the classes below it. */
abstract class ScenarioFixture {

    static final Duration GENEROUS = Duration.ofSeconds(Integer.getInteger("dormouse.test.patience", 30));

    static final Orchestration<String, String> MAIN = Orchestration.of("main", String.class, String.class);
    static final Orchestration<String, String> CHILD = Orchestration.of("child", String.class, String.class);
    static final Activity<String, String> ECHO = Activity.of("echo", String.class, String.class);
    static final Activity<String, String> WORK = Activity.of("work", String.class, String.class);

    private final List<OrchestrationNode> nodes = new ArrayList<>();
    private @Nullable Provider provider;

    /** A provider on storage of its own, empty. Closed after the test. */
    protected abstract Provider open() throws Exception;

    /** Whatever has to go after the provider was closed. */
    protected void release() {}

    @BeforeEach
    void openProvider() throws Exception {
        provider = open();
    }

    @AfterEach
    void closeAll() {
        nodes.forEach(node -> node.stop(Duration.ofMillis(200)));
        if (provider != null) {
            provider.close();
        }
        release();
    }

    final Provider provider() {
        if (provider == null) {
            throw new IllegalStateException("the provider is opened before each test");
        }
        return provider;
    }

    /** Short locks, so that a crash is over soon. */
    static RuntimeOptions quick() {
        return RuntimeOptions.defaults()
                .withTurnLockTimeout(Duration.ofSeconds(1))
                .withActivityLockTimeout(Duration.ofSeconds(1))
                .withCancellationGrace(Duration.ofMillis(300));
    }

    /** A node that knows how to echo. */
    final OrchestrationNode.Builder node() {
        return node(provider());
    }

    static OrchestrationNode.Builder node(Provider on) {
        return OrchestrationNode.on(on)
                .codec(new PlainCodec())
                .options(quick())
                .activity(ECHO, (ctx, input) -> input);
    }

    final OrchestrationNode start(OrchestrationNode.Builder builder) {
        OrchestrationNode node = builder.start();
        nodes.add(node);
        return node;
    }

    final Orchestrations client() {
        return new Orchestrations(provider(), new PlainCodec(), OrchestrationLimits.defaults());
    }

    final void begin(String id, String input) {
        assertThat(client().start(MAIN, id, input).started()).isTrue();
    }

    final @Nullable String result(String id) throws Exception {
        return client().awaitCompletion(MAIN, id, GENEROUS);
    }

    final ErrorDetails failure(String id) throws Exception {
        OrchestrationStatus ended = client().awaitEnd(id, GENEROUS);
        assertThat(ended.status()).as(ended.toString()).isEqualTo(ExecutionStatus.FAILED);
        return ended.failure().orElseThrow();
    }

    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + GENEROUS.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what + " should have happened by now").isLessThan(deadline);
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
