package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.ActivityFailedException;
import dev.dormouse.orchestration.ActivityOptions;
import dev.dormouse.orchestration.ErrorDetails.Application;
import dev.dormouse.orchestration.OrchestrationLogger.Level;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An activity that is tried several times, or given up in time: attempt, wait, attempt, and so on. Goes on by itself as events
 * come in, whatever the code awaits meanwhile.
 */
final class Attempts<T> extends Promise<T> {

    private final String activity;
    private final ActivityOptions options;
    private final Supplier<Leaf<T>> scheduling;
    private int attempt;
    private Promise<?> current;

    Attempts(Turn turn, String activity, ActivityOptions options, Supplier<Leaf<T>> scheduling) {
        super(turn);
        this.activity = activity;
        this.options = options;
        this.scheduling = scheduling;
        this.current = begin();
    }

    @Override
    void withdraw(Withdrawal why) {
        current.withdraw(why);
    }

    private Promise<?> begin() {
        attempt++;
        Leaf<T> work = scheduling.get();
        Any<Object> run = Any.race(turn, runners(work, options.timeout()));
        run.onSettled(() -> judge(work, run));
        return run;
    }

    private List<Promise<? extends Object>> runners(Leaf<T> work, @Nullable Duration timeout) {
        return timeout == null ? List.of(work) : List.of(work, turn.timer(timeout));
    }

    private void judge(Leaf<T> work, Any<Object> run) {
        if (run.cancelled()) {
            settleAsCancelled(run);
            return;
        }
        Application error = run.value().index() == 0 ? work.error() : timedOut();
        if (error == null) {
            settle(work::value);
        } else if (mayRetry(error)) {
            pause(error);
        } else {
            settle(() -> {
                throw new ActivityFailedException(activity, error);
            });
        }
    }

    private boolean mayRetry(Application error) {
        boolean worthwhile =
                error.kind() == Application.Kind.TIMED_OUT ? options.retry().retriesTimeouts() : error.retryable();
        return worthwhile && attempt < options.retry().attemptsMax();
    }

    private void pause(Application error) {
        Duration delay = options.retry().backoff().delay(attempt);
        turn.log(
                Level.WARN,
                "activity {} failed, attempt {} of {}, next in {}: {}",
                activity,
                attempt,
                options.retry().attemptsMax(),
                delay,
                error.message());
        if (delay.isZero()) {
            current = begin();
            return;
        }
        Leaf<Void> wait = turn.timer(delay);
        current = wait;
        wait.onSettled(() -> resume(wait));
    }

    private void resume(Leaf<Void> wait) {
        if (wait.cancelled()) {
            settleAsCancelled(wait);
        } else {
            current = begin();
        }
    }

    private Application timedOut() {
        return new Application(
                Application.Kind.TIMED_OUT,
                "activity " + activity + " took longer than " + options.timeout(),
                null,
                false);
    }
}
