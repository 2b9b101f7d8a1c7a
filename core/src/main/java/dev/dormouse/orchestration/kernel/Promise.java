package dev.dormouse.orchestration.kernel;

import dev.dormouse.orchestration.DurableFuture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A future of one turn. Settles once: with a result, a failure, or because it was cancelled. Observers run at the very event
 * that settles it, so what they decide has its place in the history.
 */
abstract class Promise<T> implements DurableFuture<T> {

    final Turn turn;

    private List<Runnable> observers = new ArrayList<>(1);
    private @Nullable Supplier<? extends T> outcome;
    private boolean cancelled;
    private boolean known;
    private @Nullable T value;

    Promise(Turn turn) {
        this.turn = turn;
    }

    @Override
    public final T await() {
        turn.await(this);
        return value();
    }

    @Override
    public final Optional<T> await(Duration timeout) {
        turn.check();
        if (settled()) {
            return Optional.ofNullable(value());
        }
        Any<Object> race = Any.race(turn, List.of(this, turn.timer(timeout)));
        turn.await(race);
        return race.value().index() == 0 ? Optional.ofNullable(value()) : Optional.empty();
    }

    @Override
    public final void cancel() {
        turn.check();
        withdraw(Withdrawal.BY_CODE);
    }

    @Override
    public final boolean isDone() {
        turn.check();
        return settled();
    }

    @Override
    public final <R> DurableFuture<R> map(Function<? super T, ? extends R> change) {
        turn.check();
        return new Mapped<>(this, change);
    }

    /** Called when the code gets to see the outcome, of this one or of one that was made of it. */
    void taken() {}

    /** Says that nobody wants the result any more. Without effect once it is settled. */
    abstract void withdraw(Withdrawal why);

    final boolean settled() {
        return outcome != null;
    }

    final boolean cancelled() {
        return cancelled;
    }

    /** The result of a settled one; throws if it failed or was cancelled. */
    @SuppressWarnings("NullAway") // only asked once it is settled; a void result is null
    final T value() {
        if (!known) {
            taken();
            value = outcome.get();
            known = true;
        }
        return value;
    }

    final void settle(Supplier<? extends T> result) {
        if (settled()) {
            return;
        }
        outcome = result;
        List<Runnable> told = observers;
        observers = List.of();
        told.forEach(Runnable::run);
    }

    final void settleAsCancelled(Supplier<RuntimeException> error) {
        if (!settled()) {
            cancelled = true;
            settle(() -> {
                throw error.get();
            });
        }
    }

    /** As another one that was cancelled. */
    final void settleAsCancelled(Promise<?> other) {
        settleAsCancelled(() -> {
            try {
                other.value();
            } catch (RuntimeException e) {
                return e;
            }
            throw new IllegalStateException("it was not cancelled");
        });
    }

    final void onSettled(Runnable observer) {
        if (settled()) {
            observer.run();
        } else {
            observers.add(observer);
        }
    }
}
