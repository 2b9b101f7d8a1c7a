package dev.dormouse.wake.model;

import static dev.dormouse.wake.model.Consumer.Phase.COMMIT;
import static dev.dormouse.wake.model.Consumer.Phase.LIE_DOWN;
import static dev.dormouse.wake.model.Consumer.Phase.LOOK;
import static dev.dormouse.wake.model.Consumer.Phase.NOTE;
import static dev.dormouse.wake.model.Consumer.Phase.RUN;
import static dev.dormouse.wake.model.Consumer.Phase.WAIT;

import java.util.List;
import java.util.Set;

/** What a consumer does next: commit "I sleep", look, run what it found or wait for a token. */
final class ConsumerSteps {

    private final Set<Flaw> flaws;

    /** If so, lying down and being woken come to the same in either order, and the model need not try both. */
    private final boolean tokensAreKept;

    ConsumerSteps(Set<Flaw> flaws) {
        this.flaws = flaws;
        tokensAreKept = !flaws.contains(Flaw.TOKEN_NOT_KEPT);
    }

    Consumer starting() {
        return Consumer.startingAt(flaws.contains(Flaw.LOOK_BEFORE_SLEEP_FLAG) ? LOOK : beforeLook(false));
    }

    List<Step<World>> next(World world, int index) {
        return switch (world.consumer(index).phase()) {
            case NOTE -> List.of(Step.progress("consumer %d notes that it is registered", index, noted(world, index)));
            case COMMIT -> List.of(Step.progress("consumer %d commits \"I sleep\"", index, flagged(world, index)));
            case LOOK -> look(world, index);
            case RUN -> List.of(Step.progress("consumer %d finishes its row", index, finished(world, index)));
            case LIE_DOWN ->
                List.of(Step.progress("consumer %d begins to wait", index, world.consumer(index, c -> c.at(WAIT))));
            case WAIT -> wake(world, index);
            case DEAD -> List.of();
        };
    }

    /** A busy consumer may take its flag back, so that producers need not notify it. */
    List<Step<World>> awakening(World world, int index) {
        Consumer consumer = world.consumer(index);
        return consumer.phase() == RUN && consumer.registered()
                ? List.of(Step.chance(
                        "consumer %d commits \"I am awake\"",
                        index, world.consumer(index, c -> c.registered(false).flag(false))))
                : List.of();
    }

    World woken(World world, int index) {
        boolean lost = !tokensAreKept && !world.consumer(index).waits();
        return lost ? world : world.consumer(index, c -> c.token(true));
    }

    /** What was announced while the listener was away is unknown, and so is whether the flag is still there. */
    World reconnected(World world, int index) {
        boolean keepsBelief = flaws.contains(Flaw.FLAG_NOT_COMMITTED_AGAIN);
        World up = world.consumer(index, c -> c.link(Consumer.Link.UP).registered(keepsBelief && c.registered()));
        return flaws.contains(Flaw.NO_LOOK_AFTER_RECONNECT) ? up : woken(up, index);
    }

    private World noted(World world, int index) {
        return world.consumer(index, c -> c.registered(true).at(notesLate() ? LOOK : COMMIT));
    }

    private World flagged(World world, int index) {
        Consumer.Phase looksOrWaits = flaws.contains(Flaw.LOOK_BEFORE_SLEEP_FLAG) ? WAIT : LOOK;
        return world.consumer(index, c -> c.flag(true).at(notesLate() ? NOTE : looksOrWaits));
    }

    private List<Step<World>> look(World world, int index) {
        List<Step<World>> claims = world.dueRows()
                .mapToObj(row -> Step.progress(
                        "consumer %d looks and claims row %d",
                        index, row, world.producer(row, p -> p.claimedBy(index)).consumer(index, c -> c.at(RUN))))
                .toList();
        return claims.isEmpty()
                ? List.of(Step.progress("consumer %d looks and finds nothing", index, foundNothing(world, index)))
                : claims;
    }

    /** The look also told when the leases of others end, so that their rows need no notification. */
    private World foundNothing(World world, int index) {
        return world.consumer(
                index,
                c -> c.registered()
                        ? c.alarms(world.claimedRows()).at(tokensAreKept ? WAIT : LIE_DOWN)
                        : c.at(notesLate() ? COMMIT : NOTE));
    }

    private World finished(World world, int index) {
        int row = world.p0().claimed() && world.p0().claimant() == index ? 0 : 1;
        return world.producer(row, p -> p.row(Producer.Row.FINISHED)).consumer(index, c -> c.at(LOOK));
    }

    private List<Step<World>> wake(World world, int index) {
        Consumer consumer = world.consumer(index);
        return consumer.token()
                ? List.of(Step.progress(
                        "consumer %d takes its token",
                        index,
                        world.consumer(index, c -> c.token(false).alarms(0).at(beforeLook(c.registered())))))
                : List.of();
    }

    private Consumer.Phase beforeLook(boolean registered) {
        if (registered || flaws.contains(Flaw.LOOK_BEFORE_SLEEP_FLAG)) {
            return LOOK;
        }
        return notesLate() ? COMMIT : NOTE;
    }

    private boolean notesLate() {
        return flaws.contains(Flaw.NOTED_AFTER_COMMIT);
    }
}
