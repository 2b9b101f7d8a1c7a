package dev.dormouse.benchmarks.systems;

import java.util.List;
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

    /** How many jobs to drain, so that a run takes some seconds. */
    int drainJobs();

    /** Seconds of warm-up before an idle or latency measurement: until what happens only at start is over. */
    default int settleSeconds() {
        return 3;
    }

    /** At least the interval at which it polls when set up for latency; samples are spread over as much. */
    default int pollMillis() {
        return 500;
    }

    /** Whether its producers can put in a job that is due later. */
    default boolean supportsDelays() {
        return false;
    }

    /** Whether it has code in several durable steps. */
    default boolean hasWorkflows() {
        return false;
    }

    /** Whether such code can do several steps at once. */
    default boolean hasFanOut() {
        return false;
    }

    /** A node that runs such code; only of systems that have it. */
    default Workflows workflows(Database database) throws Exception {
        throw new UnsupportedOperationException(name() + " has no durable steps.");
    }

    /** Its outbox, or what serves as one. */
    default Optional<Outboxes> outbox() {
        return Optional.empty();
    }

    /** The purposes whose enqueue paths differ. */
    default List<Purpose> enqueuePurposes() {
        return List.of(Purpose.THROUGHPUT);
    }
}
