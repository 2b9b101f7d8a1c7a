package dev.dormouse.sqlite;

import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.TurnFetch;
import dev.dormouse.provider.TurnItem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A process that commits one turn after the other, says so after each, and waits to be killed. */
final class Committing {

    private Committing() {}

    public static void main(String[] args) {
        SqliteProvider provider = SqliteProvider.open(Path.of(args[0]));
        provider.enqueue(List.of(NewMessage.start("a", new NewMessage.Start("Flow", null, null, false), "start")));
        for (long event = 1; ; ) {
            TurnItem item = provider.fetchTurns(TurnFetch.of(1, Duration.ofMillis(500), Duration.ofMinutes(1)))
                    .items()
                    .get(0);
            TurnAck turn = TurnAck.of(
                            item.lock(), 1, ExecutionChange.NONE, List.of(new StoredEvent(event, "event " + event)))
                    .withMessages(List.of(NewMessage.of("a", "next " + event)));
            // On a machine that is very busy the lock may have ended.
            if (provider.ackTurns(List.of(turn)).get(0) == AckOutcome.COMMITTED) {
                System.out.println(event);
                event++;
            }
        }
    }
}
