package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.OrchestrationObserver;
import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Letter;
import dev.dormouse.orchestration.kernel.Payload;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.orchestration.kernel.TurnInput;
import dev.dormouse.orchestration.kernel.TurnResult;
import dev.dormouse.orchestration.kernel.TurnResult.End;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.EngineVersion;
import dev.dormouse.provider.ExecutionChange;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.provider.TurnAck;
import dev.dormouse.provider.WorkItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts what a turn decided into the provider's words. Thread-safe. */
final class TurnAcks {

    /** Executions are pinned to it; a runtime goes on only with those it can replay. */
    static final EngineVersion ENGINE = new EngineVersion(1, 0, 0);

    private final EagerStarts eager;
    private final OrchestrationObserver observer;

    TurnAcks(EagerStarts eager, OrchestrationObserver observer) {
        this.eager = eager;
        this.observer = observer;
    }

    /** The messages are taken off, and nothing else happens. */
    TurnOutcome.Commit nothing(Turn turn, History history) {
        TurnAck ack = TurnAck.nothing(turn.item);
        return new TurnOutcome.Commit(
                turn, turn.direct == null ? ack : ack.withDirect(direct(turn)), history, List.of(), () -> {});
    }

    private static TurnAck.Direct direct(Turn turn) {
        return new TurnAck.Direct(
                turn.item.incarnation(),
                turn.item.lastEventId(),
                turn.ended.stream().map(done -> done.run().item.lock()).toList());
    }

    TurnOutcome.Commit commit(Turn turn, TurnInput input, History before, TurnResult result) {
        List<StoredEvent> stored = result.events().stream()
                .map(event -> new StoredEvent(event.id(), Texts.write(event)))
                .toList();
        long bytes = stored.stream().mapToLong(event -> event.body().length()).sum();
        History after = before.plus(result.events(), bytes);
        Event.@Nullable Started started =
                after.events().isEmpty() || !(after.events().get(0) instanceof Event.Started s) ? null : s;
        List<NewWork> work = eager.lease(work(input, started, result));
        TurnAck ack = TurnAck.of(turn.item.lock(), input.executionId(), change(before, started, result.end()), stored)
                .withWork(work)
                .withMessages(messages(input, result.letters()))
                .withCancelledWork(cancelled(input, result))
                .withCancelledTimers(result.cancelled().timers())
                .withValues(result.changes().values());
        if (result.changes().status() != null) {
            ack = ack.withCustomStatus(result.changes().status());
        }
        if (turn.direct != null) {
            ack = ack.withDirect(direct(turn));
        }
        String name = started == null
                ? String.valueOf(turn.item.name())
                : started.begin().name();
        String version = started == null ? input.execution().version() : started.version();
        boolean first = before.events().isEmpty();
        return new TurnOutcome.Commit(turn, ack, after, leased(work), () -> tell(name, version, first, result.end()));
    }

    private static ExecutionChange change(History before, Event.@Nullable Started started, End end) {
        ExecutionChange change = ExecutionChange.NONE;
        if (before.events().isEmpty() && started != null) {
            change = ExecutionChange.started(started.begin().name(), started.version())
                    .withEngine(ENGINE);
            Event.Parent parent = started.begin().parent();
            change = parent == null ? change : change.withParent(parent.instance());
        }
        if (end instanceof End.Completed completed) {
            return change.withEnd(ExecutionStatus.COMPLETED, text(completed.output()));
        }
        if (end instanceof End.Failed failed) {
            return change.withEnd(ExecutionStatus.FAILED, Texts.write(failed.error()));
        }
        return end instanceof End.ContinuedAsNew ? change.withEnd(ExecutionStatus.CONTINUED_AS_NEW, null) : change;
    }

    /** Null for what is no storable text: whoever wants it reads the history. */
    static @Nullable String text(Payload output) {
        return output.text().filter(text -> text.indexOf('\0') < 0).orElse(null);
    }

    private static List<NewWork> work(TurnInput input, Event.@Nullable Started started, TurnResult result) {
        if (started == null) {
            return List.of();
        }
        List<NewWork> work = new ArrayList<>();
        for (Event.ActivityScheduled scheduled : result.activities()) {
            work.add(new NewWork(
                    input.instance(),
                    new ActivityKey(input.executionId(), scheduled.id()),
                    scheduled.name(),
                    new ActivityBody(started.begin().name(), started.version(), scheduled.input()).text(),
                    scheduled.session(),
                    scheduled.tag(),
                    null));
        }
        return work;
    }

    private static List<NewMessage> messages(TurnInput input, List<Letter> letters) {
        return letters.stream()
                .map(letter -> Letters.message(letter, input.executionId()))
                .toList();
    }

    private static List<ActivityKey> cancelled(TurnInput input, TurnResult result) {
        return result.cancelled().activities().stream()
                .map(id -> new ActivityKey(input.executionId(), id))
                .toList();
    }

    /** As they would have been fetched. */
    private static List<WorkItem> leased(List<NewWork> work) {
        List<WorkItem> items = new ArrayList<>();
        for (NewWork each : work) {
            NewWork.Lease lease = each.lease();
            if (lease != null) {
                items.add(EagerStarts.item(each, lease));
            }
        }
        return items;
    }

    private void tell(String name, String version, boolean first, End end) {
        if (first) {
            observer.started(name, version);
        }
        if (end instanceof End.Completed) {
            observer.completed(name, version);
        } else if (end instanceof End.Failed failed) {
            ErrorDetails error = failed.error();
            observer.failed(name, version, error);
        } else if (end instanceof End.ContinuedAsNew) {
            observer.continuedAsNew(name, version);
        }
    }
}
