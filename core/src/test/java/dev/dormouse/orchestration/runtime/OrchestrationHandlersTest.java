package dev.dormouse.orchestration.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.VersionPolicy;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OrchestrationHandlersTest {

    private static final Orchestration<String, String> ORDER = Orchestration.of("order", String.class, String.class);

    private final OrchestrationHandlers handlers = new OrchestrationHandlers();

    @Test
    void theHighestVersionIsTakenByNumberNotByText() {
        handlers.add(ORDER.withVersion("1.10.0"), (ctx, input) -> input);
        handlers.add(ORDER.withVersion("1.9.0"), (ctx, input) -> input);
        handlers.add(ORDER, (ctx, input) -> input);
        assertThat(version(null)).isEqualTo("1.10.0");
        assertThat(version("1.0.0")).isEqualTo("1.0.0");
        assertThat(version("2.0.0")).isNull();
    }

    @Test
    void aPolicyDecidesForThoseWhoAskForNone() {
        handlers.add(ORDER.withVersion("1.0.0"), (ctx, input) -> input);
        handlers.add(ORDER.withVersion("2.0.0"), (ctx, input) -> input);
        handlers.policy("order", VersionPolicy.exactly("1.0.0"));
        assertThat(version(null)).isEqualTo("1.0.0");
        assertThat(version("2.0.0")).isEqualTo("2.0.0");
        handlers.policy("order", VersionPolicy.exactly("3.0.0"));
        assertThat(version(null)).isNull();
        handlers.policy("order", VersionPolicy.LATEST);
        assertThat(version(null)).isEqualTo("2.0.0");
    }

    @Test
    void whatIsRegisteredTwiceIsRefused() {
        handlers.add(ORDER, (ctx, input) -> input);
        assertThatThrownBy(() -> handlers.add(ORDER.withVersion("1.0.0"), (ctx, input) -> input))
                .hasMessage("orchestration order 1.0.0 is registered twice: give one of them another version");
        Activity<String, String> charge = Activity.of("charge", String.class, String.class);
        handlers.add(charge, (ctx, input) -> input);
        assertThatThrownBy(() -> handlers.add(charge, (ctx, input) -> input))
                .hasMessage("activity charge is registered twice: give one of them another name");
    }

    @Test
    void theEnginesOwnNamesAreRefused() {
        assertThatThrownBy(() -> Activity.of("dormouse:value", String.class, String.class))
                .hasMessageContaining("reserved");
    }

    private @Nullable String version(@Nullable String asked) {
        return handlers.find("order", asked)
                .map(OrchestrationHandlers.Registered::version)
                .orElse(null);
    }
}
