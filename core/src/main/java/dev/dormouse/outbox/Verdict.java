package dev.dormouse.outbox;

import dev.dormouse.jobs.RetryPolicy;
import dev.dormouse.outbox.DeliveryOutcome.Delivered;
import dev.dormouse.outbox.DeliveryOutcome.Parked;
import dev.dormouse.outbox.DeliveryOutcome.Retry;
import dev.dormouse.outbox.DeliveryOutcome.SetAside;
import dev.dormouse.text.Errors;
import dev.dormouse.text.Text;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What follows for each message from what a sink answered. A pure function but for the jitter. */
final class Verdict {

    private static final Duration LONGEST = Duration.ofDays(365_000);

    private final RouteSettings settings;
    private final RetryPolicy backoff;
    private final boolean keyed;

    Verdict(RouteSettings settings, boolean keyed) {
        this.settings = settings;
        this.keyed = keyed;
        this.backoff = RetryPolicy.exponential(settings.retryBackoffMin(), settings.retryBackoffMax());
    }

    /** The answers by id. A map of the sink's own may do anything, also throw, while it is read. */
    static Map<UUID, Delivery> copy(@Nullable Map<UUID, Delivery> answers) {
        if (answers == null) {
            throw new IllegalStateException("The sink returned null in place of its answers");
        }
        Map<UUID, Delivery> copy = new HashMap<>();
        answers.forEach((id, answer) -> {
            if (id != null && answer != null) {
                copy.put(id, answer);
            }
        });
        return copy;
    }

    List<DeliveryOutcome> answered(List<StoredMessage> batch, Map<UUID, Delivery> answers) {
        List<DeliveryOutcome> outcomes = new ArrayList<>(batch.size());
        boolean failed = false;
        for (StoredMessage message : batch) {
            Delivery answer = answers.get(message.message().id());
            if (answer instanceof Delivery.Delivered) {
                outcomes.add(new Delivered(message.place()));
            } else if (keyed && failed) {
                outcomes.add(new SetAside(message.place()));
            } else {
                failed = true;
                outcomes.add(failure(message, answer));
            }
        }
        return outcomes;
    }

    /** The call itself failed. Of a key only the first message can be blamed: no other was to be delivered before it. */
    List<DeliveryOutcome> failed(List<StoredMessage> batch, String error) {
        List<DeliveryOutcome> outcomes = new ArrayList<>(batch.size());
        for (StoredMessage message : batch) {
            boolean behind = keyed && !outcomes.isEmpty();
            outcomes.add(behind ? new SetAside(message.place()) : again(message, error, null));
        }
        return outcomes;
    }

    List<DeliveryOutcome> failed(List<StoredMessage> batch, Throwable thrown) {
        return failed(batch, Errors.describe(thrown));
    }

    private DeliveryOutcome failure(StoredMessage message, @Nullable Delivery answer) {
        if (answer instanceof Delivery.Rejected rejected) {
            return parked(message, "Rejected: " + rejected.reason());
        }
        if (answer instanceof Delivery.Retry retry) {
            return again(message, String.valueOf(retry.reason()), retry.after());
        }
        return again(message, "The sink gave no answer for this message", null);
    }

    private DeliveryOutcome again(StoredMessage message, String error, @Nullable Duration after) {
        int attempt = message.message().attempt();
        if (attempt >= settings.attemptsMax()) {
            return parked(message, error);
        }
        Duration delay = backoff.delay(attempt);
        if (after != null && after.compareTo(delay) > 0) {
            delay = after.compareTo(LONGEST) > 0 ? LONGEST : after;
        }
        return new Retry(message.place(), attempt, delay, Text.sanitised(error));
    }

    private DeliveryOutcome parked(StoredMessage message, String error) {
        boolean blocks = keyed && settings.whenParked() == WhenParked.BLOCK_KEY;
        return new Parked(message.place(), Text.sanitised(error), blocks);
    }
}
