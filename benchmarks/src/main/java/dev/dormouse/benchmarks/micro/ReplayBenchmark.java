package dev.dormouse.benchmarks.micro;

import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.OrchestrationLogger;
import dev.dormouse.orchestration.kernel.Body;
import dev.dormouse.orchestration.kernel.Event;
import dev.dormouse.orchestration.kernel.Kernel;
import dev.dormouse.orchestration.kernel.Message;
import dev.dormouse.orchestration.kernel.Payload;
import dev.dormouse.orchestration.kernel.TurnInput;
import dev.dormouse.orchestration.kernel.TurnPorts;
import dev.dormouse.orchestration.kernel.TurnResult;
import dev.dormouse.spi.PayloadCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One turn of an orchestration that has so many activities behind it, replayed from its history. */
@State(Scope.Benchmark)
public class ReplayBenchmark {
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
    private static final Orchestration<Long, Long> COUNTING = Orchestration.of("counting", Long.class, Long.class);
    private static final Activity<Long, Long> NEXT = Activity.of("next", Long.class, Long.class);

    @Param({"1", "10", "100", "1000"})
    int activities;

    private final Ports ports = new Ports(PayloadCodec.onClassPath());
    private final Body body = Body.of(COUNTING, ReplayBenchmark::count, ports.codec());
    private List<Event> history = List.of();
    private List<Message> messages = List.of();

    /** The world around a turn, of which this orchestration uses the codec only. */
    private record Ports(PayloadCodec codec) implements TurnPorts {
        @Override
        public OrchestrationLogger logger() {
            return (level, message, args) -> {};
        }

        @Override
        public void check() {}
    }

    private static Long count(OrchestrationContext ctx, Long first) {
        long number = first;
        while (number < Long.MAX_VALUE) {
            number = ctx.activity(NEXT, number).await();
        }
        return number;
    }

    /** Turns are run until one is left that answers the last activity. */
    @Setup
    public void makeHistory() {
        List<Event> events = new ArrayList<>();
        List<Message> arrived =
                List.of(Message.Start.of(COUNTING.name(), Payload.encode(0L, Long.class, ports.codec())));
        for (int turn = 0; turn < activities; turn++) {
            TurnResult result = Kernel.run(input(events, arrived), body, ports);
            events.addAll(result.events());
            long schedule = result.activities().get(0).id();
            Payload answer = Payload.encode(turn + 1L, Long.class, ports.codec());
            arrived = List.of(new Message.ActivityCompleted(1, schedule, answer));
        }
        history = List.copyOf(events);
        messages = arrived;
    }

    private static TurnInput input(List<Event> events, List<Message> arrived) {
        return new TurnInput(
                new TurnInput.Execution("instance", 1, "1.0.0"),
                events,
                arrived,
                Map.of(),
                new TurnInput.Moment(NOW, 42),
                OrchestrationLimits.defaults());
    }

    @Benchmark
    public TurnResult turn() {
        return Kernel.run(input(history, messages), body, ports);
    }
}
