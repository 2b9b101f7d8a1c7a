package dev.dormouse.orchestration.kernel;

import java.util.function.Function;

/** A future with its result changed, by code that runs when it is asked for. */
final class Mapped<S, T> extends Promise<T> {

    private final Promise<S> source;

    Mapped(Promise<S> source, Function<? super S, ? extends T> change) {
        super(source.turn);
        this.source = source;
        source.onSettled(() -> {
            if (source.cancelled()) {
                settleAsCancelled(source);
            } else {
                settle(() -> change.apply(source.value()));
            }
        });
    }

    @Override
    void taken() {
        source.taken();
    }

    @Override
    void withdraw(Withdrawal why) {
        source.withdraw(why);
    }
}
