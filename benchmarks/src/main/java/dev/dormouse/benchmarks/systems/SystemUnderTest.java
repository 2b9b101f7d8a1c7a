package dev.dormouse.benchmarks.systems;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A system that is measured. To add one, write this and name it in {@link Systems}. */
public interface SystemUnderTest {

    /** As in {@code --systems}. */
    String name();

    /** Creates the tables in an empty database. */
    void install(Database database, Purpose purpose) throws Exception;

    /** A producer as another program would open it, with no worker beside it. */
    Producer producer(Setup setup) throws Exception;

    /** A started worker. */
    Worker worker(Setup setup, Handler handler) throws Exception;

    /** A query that returns a row as long as any job is not finished. */
    String unfinishedQuery();

    /** The number of slots that suits this system best on a small machine. */
    int bestSlots();

    /** Slot counts to drain with: what every system is asked for, and its own best. */
    default List<Integer> drainSlots() {
        return Stream.of(10, 100, bestSlots()).distinct().sorted().toList();
    }

    /** How many jobs to drain with its best slots, so that a run takes some seconds. */
    int drainJobs();

    /** How many jobs to drain with that many slots. */
    default int drainJobs(int slots) {
        return drainJobs();
    }

    /** Seconds of warm-up before an idle or latency measurement: until what happens only at start is over. */
    default int settleSeconds() {
        return 3;
    }

    /** Whether new work is found by polling only, even when set up for latency. */
    default boolean polls() {
        return true;
    }

    /** At least the interval at which it polls when set up for latency; samples are spread over as much. */
    default int pollMillis() {
        return 500;
    }

    /** The purposes whose idle workers differ. */
    default List<Purpose> idlePurposes() {
        return List.of(Purpose.DEFAULT, Purpose.LATENCY);
    }

    /** The purposes whose enqueue paths differ. */
    default List<Purpose> enqueuePurposes() {
        return List.of(Purpose.THROUGHPUT);
    }

    /** Producers of jobs that are due later, if it has such. */
    default Optional<DelayedProducer.Opener> delays() {
        return Optional.empty();
    }

    /** How pg_stat_statements shows the statement that claims, as a pattern for {@code LIKE}, if there is just one. */
    default Optional<String> claimStatement() {
        return Optional.empty();
    }

    /** Nodes for code in several durable steps, by where it is stored. */
    default Map<String, Sequences.Opener> sequences() {
        return Map.of();
    }

    /** Nodes for code with several steps at once, by where it is stored. */
    default Map<String, FanOuts.Opener> fanOuts() {
        return Map.of();
    }

    /** A node for code that waits, if it has such. */
    default Optional<Waits.Opener> waits() {
        return Optional.empty();
    }

    /** Its outbox, or what serves as one. */
    default Optional<Outboxes> outbox() {
        return Optional.empty();
    }
}
