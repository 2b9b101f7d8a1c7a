package dev.dormouse.wake.model;

/** One atomic thing that can happen, and the state after it. */
record Step<S>(String what, Kind kind, S to) {

    enum Kind {
        /** Happens sooner or later unless something makes it impossible. */
        PROGRESS,
        /** May happen or not: a fault, or a decision that is free. */
        CHANCE
    }

    static <S> Step<S> progress(String what, S to) {
        return new Step<>(what, Kind.PROGRESS, to);
    }

    static <S> Step<S> chance(String what, S to) {
        return new Step<>(what, Kind.CHANCE, to);
    }
}
