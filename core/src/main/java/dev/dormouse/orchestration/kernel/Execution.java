package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.ErrorDetails.Configuration;
import dev.dormouse.orchestration.OrchestrationLimits;
import dev.dormouse.orchestration.kernel.Event.Begin;
import dev.dormouse.orchestration.kernel.Event.Carried;
import dev.dormouse.orchestration.kernel.Event.Decided;
import java.util.List;

/** Runs the code of one turn and draws the conclusion. */
final class Execution {

    private final Turn turn;
    private final Ending ending;
    private final OrchestrationLimits limits;

    Execution(Turn turn, Ending ending) {
        this.turn = turn;
        this.ending = ending;
        this.limits = turn.input.limits();
    }

    TurnResult run(Body body) {
        Outcome outcome = turn.outcome(call(body));
        if (turn.aborted() != null) {
            return ending.failed(turn.aborted());
        }
        return outcome instanceof Outcome.Waits ? waits() : ended(outcome);
    }

    /** Catches whatever user code may throw: that is its failure, not the node's. */
    private Outcome call(Body body) {
        try {
            return new Outcome.Returned(body.run(
                    new Context(turn, body.inputType()), turn.started.begin().input()));
        } catch (Unwinding unwinding) {
            return new Outcome.Waits();
        } catch (TurnInterruptedError interrupted) {
            throw interrupted;
        } catch (InterruptedException interrupted) {
            throw new TurnInterruptedError("the turn of " + turn.input.instance() + " was interrupted", interrupted);
        } catch (StackOverflowError tooDeep) {
            return new Outcome.Threw(tooDeep);
        } catch (VirtualMachineError trouble) {
            throw new TurnInterruptedError("the turn of " + turn.input.instance() + " met " + trouble, trouble);
        } catch (Throwable thrown) {
            return new Outcome.Threw(thrown);
        }
    }

    private TurnResult waits() {
        List<Decided> decided = turn.flush();
        long bytes = ending.bytes() + decided.stream().mapToLong(Event::bytes).sum();
        if (bytes > limits.historyBytesMax()) {
            return ending.failed(exceeded("the history has about " + bytes + " bytes; at most "
                    + limits.historyBytesMax() + " are allowed: continue as new before"));
        }
        String cancelReason = overdue() ? turn.cancelReason() : null;
        return cancelReason == null
                ? ending.decided(decided).waits()
                : ending.decided(decided).openWaits(turn.openWaits()).failed(tooLate(cancelReason));
    }

    private boolean overdue() {
        Message overdue = new Message.CancelOverdue(turn.input.executionId());
        return turn.input.messages().contains(overdue);
    }

    private Application tooLate(String reason) {
        return new Application(
                Application.Kind.CANCELLED,
                reason,
                "its code had not ended " + limits.undoMax()
                        + " after it was cancelled, and was not waited for any longer",
                false);
    }

    private TurnResult ended(Outcome outcome) {
        Event unexplained = turn.unexplained();
        if (unexplained != null) {
            return ending.failed(Nondeterminism.endedEarly(turn.input, unexplained, outcome.describe()));
        }
        String cancelReason = turn.cancelReason();
        if (cancelReason != null) {
            return decided().failed(Application.cancelled(cancelReason));
        }
        if (outcome instanceof Outcome.Returned returned) {
            return returned(returned.output());
        }
        return outcome instanceof Outcome.Continued continued
                ? continued(continued)
                : decided().failed(Failures.ofOrchestration(((Outcome.Threw) outcome).thrown()));
    }

    private TurnResult returned(Payload output) {
        if (output.size() > limits.payloadBytesMax()) {
            return ending.failed(exceeded("the output has " + output.size() + " bytes; at most "
                    + limits.payloadBytesMax() + " are allowed"));
        }
        return decided().completed(output);
    }

    private TurnResult continued(Outcome.Continued how) {
        List<Carried> carried = turn.carried();
        if (carried.size() > limits.carriedMax()) {
            return ending.failed(exceeded(carried.size() + " queue messages were not taken; at most "
                    + limits.carriedMax() + " can be carried along"));
        }
        Begin before = turn.started.begin();
        Begin next = new Begin(before.name(), how.input(), before.parent(), carried, how.status());
        return decided().continuedAsNew(next, how.version());
    }

    private Ending decided() {
        return ending.decided(turn.flush()).openWaits(turn.openWaits());
    }

    private Configuration exceeded(String message) {
        return new Configuration(Configuration.Kind.LIMIT_EXCEEDED, turn.input.instance(), message);
    }
}
