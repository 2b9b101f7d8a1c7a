package dev.dormouse.wake.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Visits every state that can be reached, nearest first, each once, and asks of every quiescent one (where nothing happens
 * by itself any more) what is wrong with it. So the first counterexample is a shortest one.
 */
final class Explorer<S> {

    private final Function<S, List<Step<S>>> steps;
    private final Function<S, Object> identity;
    private final Function<S, Optional<String>> fault;
    private final Set<Object> seen = new HashSet<>();
    private final Deque<Visit<S>> open = new ArrayDeque<>();
    private int quiescent;

    /** States of equal {@code identity} are taken for one. */
    Explorer(Function<S, List<Step<S>>> steps, Function<S, Object> identity, Function<S, Optional<String>> fault) {
        this.steps = steps;
        this.identity = identity;
        this.fault = fault;
    }

    Outcome explore(S initial) {
        meet(new Visit<>(Step.progress("start", 0, initial), null));
        while (!open.isEmpty()) {
            Visit<S> visit = open.remove();
            Optional<String> wrong = explore(visit);
            if (wrong.isPresent()) {
                return new Outcome(seen.size(), quiescent, Optional.of(wrong.get() + "\n" + visit.trace()));
            }
        }
        return new Outcome(seen.size(), quiescent, Optional.empty());
    }

    private Optional<String> explore(Visit<S> visit) {
        boolean quiet = true;
        for (Step<S> step : steps.apply(visit.state())) {
            quiet &= step.kind() == Step.Kind.CHANCE;
            meet(new Visit<>(step, visit));
        }
        if (!quiet) {
            return Optional.empty();
        }
        quiescent++;
        return fault.apply(visit.state());
    }

    private void meet(Visit<S> visit) {
        if (seen.add(identity.apply(visit.state()))) {
            open.add(visit);
        }
    }

    /** How a state was reached first; only the initial one comes from nowhere. */
    private record Visit<S>(Step<S> step, @Nullable Visit<S> from) {

        S state() {
            return step.to();
        }

        String trace() {
            List<String> lines = new ArrayList<>(List.of("  => " + state()));
            for (Visit<S> visit = this; visit != null; visit = visit.from) {
                lines.add("  " + visit.step.what());
            }
            Collections.reverse(lines);
            return String.join("\n", lines);
        }
    }

    /** What was visited, and a counterexample with its trace if there is one. */
    record Outcome(int states, int quiescentStates, Optional<String> counterexample) {}
}
