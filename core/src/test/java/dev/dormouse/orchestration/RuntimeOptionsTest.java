package dev.dormouse.orchestration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuntimeOptionsTest {

    @Test
    void theDefaultsAreThoseOfTheReference() {
        RuntimeOptions options = RuntimeOptions.defaults();
        assertThat(options.turnLockTimeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.activityLockTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.attemptsMax()).isEqualTo(10);
        assertThat(options.cancellationGrace()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.polling().idleSleep()).isEqualTo(Duration.ofMillis(100));
        assertThat(options.polling().longPollTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(options.sessions().max()).isEqualTo(10);
        assertThat(options.sessions().idleTimeout()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void badValuesAreRefusedByName() {
        RuntimeOptions options = RuntimeOptions.defaults();
        assertThatThrownBy(() -> options.withTurnConcurrency(0)).hasMessage("turnConcurrency must be at least 1: 0");
        assertThatThrownBy(() -> options.withTurnTimeout(Duration.ZERO))
                .hasMessage("turnTimeout must be longer than zero: PT0S");
        assertThatThrownBy(() -> options.withHistoryCacheBytes(-1))
                .hasMessage("historyCacheBytes must not be negative: -1");
        assertThatThrownBy(() -> SessionOptions.defaults().withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(30)))
                .hasMessageContaining("sessions.idleTimeout must be longer than sessions.lockTimeout");
    }

    @Test
    void idsOfInstancesAreCheckedAndMadeUnique() {
        OrchestrationLimits limits = OrchestrationLimits.defaults();
        assertThatThrownBy(() -> InstanceIds.requireRoot("sub::1", limits)).hasMessageContaining("for children");
        assertThatThrownBy(() -> InstanceIds.requireRoot("a::sub::1_2", limits)).hasMessageContaining("for children");
        assertThatThrownBy(() -> InstanceIds.requireRoot("", limits)).hasMessageContaining("1 to 1024 bytes");
        assertThatThrownBy(() -> InstanceIds.requireRoot("x".repeat(1025), limits))
                .hasMessageContaining("1025");
        Set<String> made = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            made.add(InstanceIds.requireRoot(InstanceIds.next(), limits));
        }
        assertThat(made).hasSize(1000).allMatch(id -> id.charAt(14) == '7');
    }
}
