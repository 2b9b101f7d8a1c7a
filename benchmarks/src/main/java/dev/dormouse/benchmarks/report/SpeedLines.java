package dev.dormouse.benchmarks.report;

import dev.dormouse.benchmarks.report.Run.Figure;
import dev.dormouse.benchmarks.report.SpeedLine.Bound;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Every line that Dormouse's speed is held to. */
final class SpeedLines {
    private static final String JOBS = "jobs";
    private static final String ORCHESTRATIONS = "orchestrations";
    private static final String OUTBOX = "outbox";

    private static final Figure IDLE = Figure.of("idle", "idle_statements_per_s", "settings=default");
    private static final Figure IDLE_CONNECTIONS = Figure.of("idle", "connections_beyond_pool", "settings=default");
    private static final Figure IDLE_EVERYTHING = Figure.of("idle", "idle_statements_per_s", "settings=everything");
    private static final Figure PICKUP_P50 = Figure.of("latency", "p50_ms", "load=idle");
    private static final Figure PICKUP_P99 = Figure.of("latency", "p99_ms", "load=idle");
    private static final Figure DRAIN = Figure.of("drain", "jobs_per_s", "jobs=200000");
    private static final Figure DRAIN_SLOTS = Figure.of("drain", "jobs_per_s", "jobs=200000", "slots=1000");
    private static final Figure LONG_DRAIN = Figure.of("drain", "jobs_per_s", "jobs=500000");
    private static final Figure HELD_DRAIN = Figure.of("drain", "jobs_per_s", "jobs=500000", "hold_xmin=true");
    private static final Figure SUSTAINED = Figure.of("sustained", "jobs_per_s");
    private static final Figure SHORT_CLAIM = Figure.of("claims", "claim_ms", "due=1000");
    private static final Figure LONG_CLAIM = Figure.of("claims", "claim_ms", "due=1000000", "future=1000000");
    private static final Figure SEQUENCES =
            Figure.of("orchestrations", "orchestrations_per_s", "storage=postgres", "in_flight=100");
    private static final Figure SINGLE = Figure.of("orchestrations", "p50_ms", "storage=postgres", "in_flight=1");
    private static final Figure MESSAGES = Figure.of("outbox", "messages_per_s", "hot=0");
    private static final Figure HOT_MESSAGES = Figure.of("outbox", "messages_per_s", "hot=20");

    private SpeedLines() {}

    static String markdown(Run run) {
        StringBuilder table = new StringBuilder("| | line | bound | figure | reached |\n|---|---|---|---:|---|\n");
        all().forEach(line -> table.append(line.markdown(run)));
        return table.toString();
    }

    static List<SpeedLine> all() {
        return List.of(
                line(JOBS, "idle, 4 queues: statements/s", Bound.atMost(0.05), ours(IDLE)),
                line(JOBS, "idle, 4 queues: connections beyond the pool", Bound.atMost(1), ours(IDLE_CONNECTIONS)),
                line(JOBS, "pickup after idleness, p50: times the floor", Bound.atMost(1.5), toFloor(PICKUP_P50)),
                line(JOBS, "pickup after idleness, p99: times the floor", Bound.atMost(3), toFloor(PICKUP_P99)),
                line(JOBS, "drain of 200,000 jobs: of the floor", Bound.atLeast(0.36), SpeedLines::drainToFloor),
                line(JOBS, "sustained, 8 producers: of the floor", Bound.atLeast(0.85), toFloor(SUSTAINED)),
                line(
                        JOBS,
                        "enqueue, 32 threads: of bare inserts into the same tables",
                        Bound.atLeast(0.9),
                        toBareInserts("threads=32", "commit_delay=0")),
                line(
                        JOBS,
                        "enqueue, 64 threads, commit_delay 2 ms: of bare inserts into the same tables",
                        Bound.atLeast(0.9),
                        toBareInserts("threads=64", "commit_delay=2000")),
                line(
                        JOBS,
                        "claim at 1,000,000 due and 1,000,000 future jobs: times that at 1,000",
                        Bound.atMost(1.5),
                        compared(LONG_CLAIM, SHORT_CLAIM)),
                line(
                        JOBS,
                        "drain of 500,000 jobs beside an open transaction: of that without",
                        Bound.atLeast(0.7),
                        run -> run.ratio(run.find("dormouse", HELD_DRAIN), run.findWithout("hold_xmin", LONG_DRAIN))),
                line(ORCHESTRATIONS, "five steps, 100 in flight: times DBOS", Bound.atLeast(5), toDbos(SEQUENCES)),
                line(ORCHESTRATIONS, "five steps, one alone, p50: of DBOS", Bound.atMost(0.5), toDbos(SINGLE)),
                line(ORCHESTRATIONS, "fan-out on PostgreSQL: instances/s", Bound.atLeast(1000), fanOut("postgres")),
                line(ORCHESTRATIONS, "fan-out on SQLite: instances/s", Bound.atLeast(500), fanOut("sqlite")),
                line(
                        ORCHESTRATIONS,
                        "statements of a turn at 2,000 events: times those at 10",
                        Bound.atMost(1),
                        history("statements_per_turn")),
                line(
                        ORCHESTRATIONS,
                        "rows read by a turn at 2,000 events: times those at 10",
                        Bound.atMost(1),
                        history("rows_per_turn")),
                line(
                        ORCHESTRATIONS,
                        "100,000 that wait: statements in 10 s",
                        Bound.atMost(0),
                        ours(Figure.of("waiting", "statements", "instances=100000"))),
                line(
                        ORCHESTRATIONS,
                        "100,000 that wait: MB of heap",
                        Bound.atMost(200),
                        ours(Figure.of("waiting", "heap_mb", "instances=100000"))),
                line(OUTBOX, "pickup, p50: times the floor", Bound.atMost(1.5), outboxPickup("p50_ms")),
                line(OUTBOX, "pickup, p99: times the floor", Bound.atMost(3), outboxPickup("p99_ms")),
                line(
                        OUTBOX,
                        "view model in Redis after a commit elsewhere, p99: ms",
                        Bound.atMost(50),
                        ours(Figure.of("outbox-view", "p99_ms"))),
                line(
                        OUTBOX,
                        "delivery, 1,000 keys: times transaction-outbox",
                        Bound.atLeast(10),
                        run -> run.ratio(run.find("dormouse", MESSAGES), run.find("transaction-outbox", MESSAGES))),
                line(OUTBOX, "delivery, 1,000 keys: of the floor", Bound.atLeast(0.3), toFloor(MESSAGES)),
                line(
                        OUTBOX,
                        "delivery with one key of 20 %: of that without",
                        Bound.atLeast(0.5),
                        compared(HOT_MESSAGES, MESSAGES)),
                line(
                        OUTBOX,
                        "idle, with a route and orchestrations: statements/s of the whole node",
                        Bound.atMost(0.05),
                        ours(IDLE_EVERYTHING)));
    }

    private static SpeedLine line(String subject, String text, Bound bound, Function<Run, Optional<Double>> reading) {
        return new SpeedLine(subject, text, bound, reading);
    }

    private static Function<Run, Optional<Double>> ours(Figure figure) {
        return run -> run.find("dormouse", figure);
    }

    private static Function<Run, Optional<Double>> toFloor(Figure figure) {
        return run -> run.ratio(run.find("dormouse", figure), run.find("floor", figure));
    }

    private static Function<Run, Optional<Double>> toDbos(Figure figure) {
        return run -> run.ratio(run.find("dormouse", figure), run.find("dbos", figure));
    }

    private static Function<Run, Optional<Double>> compared(Figure figure, Figure to) {
        return run -> run.ratio(run.find("dormouse", figure), run.find("dormouse", to));
    }

    private static Optional<Double> drainToFloor(Run run) {
        return run.ratio(run.find("dormouse", DRAIN_SLOTS), run.find("floor", DRAIN));
    }

    private static Function<Run, Optional<Double>> toBareInserts(String threads, String delay) {
        Figure ours = Figure.of("enqueue", "jobs_per_s", threads, delay, "wakes=off");
        Figure bare = Figure.of("enqueue", "jobs_per_s", threads, delay, "wakes=off", "tables=dormouse");
        return run -> run.ratio(run.find("dormouse", ours), run.find("floor", bare));
    }

    private static Function<Run, Optional<Double>> fanOut(String storage) {
        return ours(Figure.of("fanout", "orchestrations_per_s", "storage=" + storage));
    }

    private static Function<Run, Optional<Double>> history(String metric) {
        return compared(Figure.of("history", metric, "events=2000"), Figure.of("history", metric, "events=10"));
    }

    private static Function<Run, Optional<Double>> outboxPickup(String metric) {
        return toFloor(Figure.of("outbox-pickup", metric, "from=other-process"));
    }
}
