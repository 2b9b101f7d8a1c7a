package dev.dormouse.postgres.provider;

import dev.dormouse.provider.ChangeWatch;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.wake.WakeHint;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What one transaction has to tell: per queue the earliest due time, and the instances that changed. */
final class Hints {

    private final Map<String, Duration> delays = new LinkedHashMap<>();
    private final Set<String> changed = new LinkedHashSet<>();

    /** Null: nothing is due there. */
    void due(String queue, @Nullable Duration delay) {
        if (delay != null) {
            delays.merge(queue, delay, (a, b) -> a.compareTo(b) <= 0 ? a : b);
        }
    }

    /** What a statement found to be due there first, if anything. */
    void due(ResultSet rows, String queue) throws SQLException {
        if (rows.next()) {
            due(queue, Columns.delay(rows, "due_in_ms"));
        }
    }

    /** A turn that was committed. */
    void turn(TurnAck turn) {
        work(turn.work());
        messages(turn.messages());
        ExecutionStatus status = turn.execution().status();
        if (turn.customStatus() != null
                || !turn.values().isEmpty()
                || (status != null && status != ExecutionStatus.RUNNING)) {
            changed(turn.lock().instance());
        }
    }

    void messages(List<NewMessage> messages) {
        messages.forEach(message -> due(Queues.TURN, message.delay()));
    }

    /** What is locked from the beginning becomes due when that lock ends. */
    void work(List<NewWork> work) {
        for (NewWork item : work) {
            NewWork.Lease lease = item.lease();
            work(item.tag(), lease == null ? Duration.ZERO : lease.lockTimeout());
        }
    }

    void work(@Nullable String tag, Duration delay) {
        due(Queues.work(tag), delay);
        if (tag != null) {
            due(Queues.ANY_TAG, delay);
        }
    }

    void changed(String instance) {
        changed.add(instance);
    }

    Set<String> changed() {
        return changed;
    }

    List<WakeHint> queues() {
        List<WakeHint> hints = new ArrayList<>();
        delays.forEach((queue, delay) -> hints.add(new WakeHint(queue, delay)));
        return hints;
    }

    /** The queues, and the signals for those who want to know of one instance. */
    List<WakeHint> all() {
        List<WakeHint> hints = queues();
        changed.forEach(instance -> hints.add(ChangeWatch.hint(instance)));
        return hints;
    }
}
