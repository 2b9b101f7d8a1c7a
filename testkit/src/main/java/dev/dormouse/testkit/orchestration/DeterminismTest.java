package dev.dormouse.testkit.orchestration;

import dev.dormouse.orchestration.ErrorDetails;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.OrchestrationLogger;
import dev.dormouse.orchestration.kernel.Body;
import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Kernel;
import dev.dormouse.orchestration.kernel.Texts;
import dev.dormouse.orchestration.kernel.TurnInput;
import dev.dormouse.orchestration.kernel.TurnPorts;
import dev.dormouse.orchestration.kernel.TurnResult;
import dev.dormouse.provider.ExecutionInfo;
import dev.dormouse.provider.InstanceInfo;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderAdmin;
import dev.dormouse.provider.StoredEvent;
import dev.dormouse.spi.PayloadCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs new code against histories that older code wrote, and says where the two differ: before a deployment, rather than
 * after. Immutable.
 *
 * <p>Histories come from a provider, or from files with one event per line, {@code id text}, as {@link #write} makes them.
 */
public final class DeterminismTest {

    private static final int PAGE = 200;

    private final Orchestration<?, ?> orchestration;
    private final Body body;
    private final PayloadCodec codec;

    /** Where the code and a history differ, and how. */
    public record Divergence(String history, String what) {}

    private DeterminismTest(Orchestration<?, ?> orchestration, Body body, PayloadCodec codec) {
        this.orchestration = orchestration;
        this.body = body;
        this.codec = codec;
    }

    public static <I, O> DeterminismTest of(
            Orchestration<I, O> orchestration, OrchestrationHandler<I, O> handler, PayloadCodec codec) {
        return new DeterminismTest(orchestration, Body.of(orchestration, handler, codec), codec);
    }

    /** Every execution of this orchestration that the provider has, and of its version if it names one. */
    public List<Divergence> replayAll(Provider provider) {
        List<Divergence> found = new ArrayList<>();
        List<InstanceInfo> page;
        String after = null;
        do {
            page = provider.admin().list(new ProviderAdmin.InstanceQuery(null, orchestration.name(), after, PAGE));
            for (InstanceInfo info : page) {
                found.addAll(replay(provider.admin(), info.instance()));
                after = info.position();
            }
        } while (page.size() == PAGE);
        return found;
    }

    private List<Divergence> replay(ProviderAdmin admin, String instance) {
        List<Divergence> found = new ArrayList<>();
        for (ExecutionInfo execution : admin.executions(instance)) {
            replay(
                            instance + "/" + execution.executionId(),
                            instance,
                            admin.readHistory(instance, execution.executionId()))
                    .ifPresent(found::add);
        }
        return found;
    }

    /** A history in a file; the file's name, without its ending, is taken for the instance. */
    public Optional<Divergence> replay(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return replay(file.toString(), dot < 0 ? name : name.substring(0, dot), read(file));
    }

    public Optional<Divergence> replay(String instance, List<StoredEvent> history) {
        return replay(instance, instance, history);
    }

    public static List<StoredEvent> read(Path file) throws IOException {
        List<StoredEvent> events = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            int space = line.indexOf(' ');
            if (space < 1) {
                throw new IllegalArgumentException(
                        file + " line " + (events.size() + 1) + " is no event: write 'id text', as write() does");
            }
            events.add(new StoredEvent(Long.parseLong(line.substring(0, space)), line.substring(space + 1)));
        }
        return events;
    }

    public static void write(Path file, List<StoredEvent> history) throws IOException {
        Path written = Files.write(
                file,
                history.stream()
                        .map(event -> event.eventId() + " " + event.body())
                        .toList());
        if (Files.size(written) == 0 && !history.isEmpty()) {
            throw new IOException(file + " is empty after writing " + history.size() + " events");
        }
    }

    private Optional<Divergence> replay(String name, String instance, List<StoredEvent> stored) {
        List<Event> history = stored.stream()
                .map(event -> Texts.readEvent(event.eventId(), event.body()))
                .toList();
        if (history.isEmpty() || !(history.get(0) instanceof Event.Started started) || otherVersion(started)) {
            return Optional.empty();
        }
        Event last = history.get(history.size() - 1);
        TurnInput input = new TurnInput(
                new TurnInput.Execution(instance, executionId(name), started.version()),
                last instanceof Event.Terminal ? beforeTheEnd(history) : history,
                List.of(),
                Map.of(),
                new TurnInput.Moment(last.at(), started.seed()),
                OrchestrationLimits.defaults());
        TurnResult result = Kernel.run(input, body, new QuietPorts(codec));
        return Optional.ofNullable(difference(last, result)).map(what -> new Divergence(name, what));
    }

    private boolean otherVersion(Event.Started started) {
        String version = orchestration.version();
        return version != null && !version.equals(started.version());
    }

    /** Without the last event, and without what the end itself cancelled: the code has no part in either. */
    private static List<Event> beforeTheEnd(List<Event> history) {
        int end = history.size() - 1;
        while (end > 0 && history.get(end - 1) instanceof Event.ScheduleCancelled cancelled && byTheEnd(cancelled)) {
            end--;
        }
        return history.subList(0, end);
    }

    private static boolean byTheEnd(Event.ScheduleCancelled cancelled) {
        return cancelled.reason().startsWith("the orchestration ")
                && !cancelled.reason().endsWith("was cancelled");
    }

    private static long executionId(String name) {
        int slash = name.lastIndexOf('/');
        try {
            return slash < 0 ? 1 : Long.parseLong(name.substring(slash + 1));
        } catch (NumberFormatException aPath) {
            return 1;
        }
    }

    private static @Nullable String difference(Event last, TurnResult result) {
        if (result.end() instanceof TurnResult.End.Failed failed
                && failed.error() instanceof ErrorDetails.Configuration error) {
            return error.message();
        }
        boolean same = (last instanceof Event.Completed completed
                        && result.end() instanceof TurnResult.End.Completed now
                        && completed.output().equals(now.output()))
                || (last instanceof Event.Failed && result.end() instanceof TurnResult.End.Failed)
                || (last instanceof Event.Failed ended
                        && endedFromOutside(ended.error())
                        && result.end() instanceof TurnResult.End.Waits)
                || (last instanceof Event.ContinuedAsNew && result.end() instanceof TurnResult.End.ContinuedAsNew)
                || !(last instanceof Event.Terminal);
        return same ? null : "the history ends with: " + last.describe() + "; the code ends with: " + result.end();
    }

    /** Its code may still have waited: it was poison, or could not be stored, or did not heed its cancellation. */
    private static boolean endedFromOutside(ErrorDetails error) {
        return !(error instanceof ErrorDetails.Application own)
                || own.kind() == ErrorDetails.Application.Kind.CANCELLED;
    }

    /** Nobody reads what a replay logs. */
    private record QuietPorts(PayloadCodec codec) implements TurnPorts {

        @Override
        public OrchestrationLogger logger() {
            return (level, message, args) -> {};
        }

        @Override
        public void check() {}
    }
}
