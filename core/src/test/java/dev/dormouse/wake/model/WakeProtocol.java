package dev.dormouse.wake.model;

import static dev.dormouse.wake.model.World.INDEXES;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All that can happen in a {@link World}, and what must never be the end of it. */
final class WakeProtocol {

    private final ProducerSteps producers;
    private final ConsumerSteps consumers;

    WakeProtocol(Set<Flaw> flaws) {
        producers = new ProducerSteps(flaws);
        consumers = new ConsumerSteps(flaws);
    }

    /** As many rows as producers: one that is not wanted has nothing to do. */
    World start(int producerCount, int faults) {
        Producer producer = new Producer(Producer.Phase.BEFORE_COMMIT, 0, Producer.Row.ABSENT, 0, 0);
        World world = new World(producer, producer, consumers.starting(), consumers.starting(), faults);
        World ready = producers.prepared(producers.prepared(world, 0), 1);
        return producerCount == 2 ? ready : ready.producer(1, p -> p.at(Producer.Phase.DONE));
    }

    List<Step<World>> steps(World world) {
        List<Step<World>> steps = new ArrayList<>();
        for (int index : INDEXES) {
            producers.next(world, index).ifPresent(steps::add);
            steps.addAll(consumers.next(world, index));
            steps.addAll(consumers.awakening(world, index));
            addDeliveries(world, index, steps);
            addLeases(world, index, steps);
            addReconnect(world, index, steps);
            addCleaning(world, index, steps);
            if (world.faultsLeft() > 0) {
                addFaults(world, index, steps);
            }
        }
        if (world.faultsLeft() > 0) {
            steps.add(Step.chance("the server crashes", 0, serverCrashed(world.afterFault())));
        }
        return steps;
    }

    /**
     * Asked of quiescent states only, where every consumer that lives is connected and waits without a token. A due row
     * must not be there, unless its producer died before it could announce it; then whoever looks next must find it.
     */
    Optional<String> fault(World world) {
        if (world.consumers().noneMatch(Consumer::alive)) {
            return Optional.empty();
        }
        Optional<String> slept = world.dueRows()
                .filter(row -> world.producer(row).phase() != Producer.Phase.DEAD)
                .mapToObj(row -> "Row " + row + " is due and every consumer sleeps:")
                .findFirst();
        return slept.isPresent() ? slept : missedByNextLook(world);
    }

    private Optional<String> missedByNextLook(World world) {
        return world.dueRows().findAny().isEmpty()
                ? Optional.empty()
                : INDEXES.stream()
                        .filter(index -> world.consumer(index).alive())
                        .filter(index -> !findsWork(consumers.woken(world, index), index))
                        .map(index -> "Consumer " + index + " looks at the fallback and misses a due row:")
                        .findFirst();
    }

    private boolean findsWork(World world, int index) {
        World now = world;
        for (List<Step<World>> steps = consumers.next(now, index);
                !steps.isEmpty();
                steps = consumers.next(now, index)) {
            now = steps.get(0).to();
            if (now.consumer(index).phase() == Consumer.Phase.RUN) {
                return true;
            }
        }
        return false;
    }

    private void addDeliveries(World world, int consumer, List<Step<World>> steps) {
        for (int producer : INDEXES) {
            if ((world.producer(producer).travelling() & (1 << consumer)) != 0) {
                World arrived = world.producer(producer, p -> p.notTravellingTo(consumer));
                steps.add(Step.progress(
                        "the notification of producer %d reaches consumer %d",
                        producer, consumer, consumers.woken(arrived, consumer)));
            }
        }
    }

    /** A dead consumer's lease ends by itself; the alarm of who waits for it rings at that time or later. */
    private void addLeases(World world, int row, List<Step<World>> steps) {
        Producer producer = world.producer(row);
        if (producer.claimed() && !world.consumer(producer.claimant()).alive()) {
            steps.add(Step.progress(
                    "the lease of row %d ends", row, world.producer(row, p -> p.row(Producer.Row.DUE))));
        }
        for (int index : INDEXES) {
            Consumer consumer = world.consumer(index);
            if (consumer.waits() && (consumer.alarms() & (1 << row)) != 0 && !producer.claimed()) {
                World rung = world.consumer(index, c -> c.alarms(c.alarms() & ~(1 << row)));
                steps.add(Step.progress(
                        "the alarm of consumer %d for row %d rings", index, row, consumers.woken(rung, index)));
            }
        }
    }

    private void addReconnect(World world, int index, List<Step<World>> steps) {
        Consumer consumer = world.consumer(index);
        if (consumer.alive() && consumer.link() == Consumer.Link.DOWN) {
            steps.add(Step.progress(
                    "consumer %d connects and listens",
                    index, world.consumer(index, c -> c.link(Consumer.Link.CONNECTED))));
        }
        if (consumer.link() == Consumer.Link.CONNECTED) {
            steps.add(Step.progress(
                    "consumer %d learns that it listens again", index, consumers.reconnected(world, index)));
        }
    }

    private void addCleaning(World world, int index, List<Step<World>> steps) {
        Consumer consumer = world.consumer(index);
        if (!consumer.alive() && consumer.flag()) {
            steps.add(Step.chance(
                    "the flag that consumer %d left behind is removed",
                    index, world.consumer(index, c -> c.flag(false))));
        }
    }

    private void addFaults(World world, int index, List<Step<World>> steps) {
        producers.death(world, index).ifPresent(steps::add);
        Consumer consumer = world.consumer(index);
        if (consumer.link() != Consumer.Link.DOWN) {
            steps.add(Step.chance(
                    "consumer %d loses its listener", index, world.afterFault().disconnected(index)));
        }
        if (consumer.alive()) {
            steps.add(Step.chance(
                    "consumer %d dies",
                    index, world.afterFault().disconnected(index).consumer(index, WakeProtocol::dead)));
        }
    }

    /** Its flag stays behind, which costs useless notifications and nothing else. */
    private static Consumer dead(Consumer consumer) {
        return new Consumer(Consumer.Phase.DEAD, false, false, consumer.flag(), Consumer.Link.DOWN, 0);
    }

    /** Rows survive; the sleepers table is unlogged and comes back empty. */
    private static World serverCrashed(World world) {
        return world.disconnected(0)
                .disconnected(1)
                .consumer(0, c -> c.flag(false))
                .consumer(1, c -> c.flag(false));
    }
}
