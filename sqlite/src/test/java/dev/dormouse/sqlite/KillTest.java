package dev.dormouse.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillTest {

    @Test
    void whatAKilledProcessCommittedIsThere(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("flows.db");
        long said;
        try (ChildJvm child = ChildJvm.start(Committing.class, file.toString())) {
            child.awaitLine("20");
            said = Math.max(20, child.kill());
        }
        try (SqliteProvider provider = SqliteProvider.open(file)) {
            List<StoredEvent> history = provider.readHistory("a");
            long last = history.size();
            // The last turn may be committed and not said, never the other way round.
            assertThat(last).isBetween(said, said + 1);
            assertThat(history.stream().map(StoredEvent::eventId))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, last).boxed().toList());
            // Free, or locked by the dead for a moment more.
            Fetched<TurnItem> next = provider.fetchTurns(TurnFetch.of(1, Duration.ofMinutes(1), Duration.ofMinutes(1)));
            assertThat(next.items()).hasSize(1);
            assertThat(next.items().get(0).messages().get(0).body()).isEqualTo("next " + last);
        }
    }
}
