package dev.dormouse.wake.model;

import static dev.dormouse.wake.model.Producer.Phase.BEFORE_COMMIT;
import static dev.dormouse.wake.model.Producer.Phase.BEFORE_READ;
import static dev.dormouse.wake.model.Producer.Phase.BEFORE_SEND;
import static dev.dormouse.wake.model.Producer.Phase.DEAD;
import static dev.dormouse.wake.model.Producer.Phase.DONE;

import java.util.Optional;
import java.util.Set;

/** What a producer does next: commit its row, read who sleeps, notify those. */
final class ProducerSteps {

    private final boolean readsFirst;

    ProducerSteps(Set<Flaw> flaws) {
        readsFirst = flaws.contains(Flaw.SLEEPERS_READ_BEFORE_COMMIT);
    }

    World prepared(World world, int index) {
        return world.producer(index, p -> p.at(readsFirst ? BEFORE_READ : BEFORE_COMMIT));
    }

    Optional<Step<World>> next(World world, int index) {
        return switch (world.producer(index).phase()) {
            case BEFORE_COMMIT ->
                Optional.of(Step.progress("producer %d commits its row", index, committed(world, index)));
            case BEFORE_READ -> Optional.of(Step.progress("producer %d reads who sleeps", index, read(world, index)));
            case BEFORE_SEND ->
                Optional.of(Step.progress("producer %d notifies whom it saw", index, sent(world, index)));
            case DONE, DEAD -> Optional.empty();
        };
    }

    /** Only a death after the commit matters: before it there is no row. */
    Optional<Step<World>> death(World world, int index) {
        Producer producer = world.producer(index);
        boolean committed = producer.row() != Producer.Row.ABSENT;
        return committed && (producer.phase() == BEFORE_READ || producer.phase() == BEFORE_SEND)
                ? Optional.of(Step.chance(
                        "producer %d dies",
                        index,
                        world.afterFault().producer(index, p -> p.at(DEAD).saw(0))))
                : Optional.empty();
    }

    private World committed(World world, int index) {
        return world.producer(index, p -> p.row(Producer.Row.DUE).at(readsFirst ? BEFORE_SEND : BEFORE_READ));
    }

    private World read(World world, int index) {
        return world.producer(index, p -> p.saw(world.sleepers()).at(readsFirst ? BEFORE_COMMIT : BEFORE_SEND));
    }

    /** A notification reaches the listeners that are connected when it is sent, and stay so until it is delivered. */
    private World sent(World world, int index) {
        return world.producer(
                index, p -> p.travelling(p.seen() & world.connected()).saw(0).at(DONE));
    }
}
