package dev.dormouse.wake.model;

/**
 * One atomic thing that can happen, and the state after it.
 *
 * @param text what happens, with places for {@code who} and {@code whom}; millions of steps are taken and a few are told
 */
record Step<S>(String text, int who, int whom, Kind kind, S to) {

    enum Kind {
        /** Happens sooner or later unless something makes it impossible. */
        PROGRESS,
        /** May happen or not: a fault, or a decision that is free. */
        CHANCE
    }

    static <S> Step<S> progress(String text, int who, S to) {
        return progress(text, who, 0, to);
    }

    static <S> Step<S> progress(String text, int who, int whom, S to) {
        return new Step<>(text, who, whom, Kind.PROGRESS, to);
    }

    static <S> Step<S> chance(String text, int who, S to) {
        return new Step<>(text, who, 0, Kind.CHANCE, to);
    }

    String what() {
        return text.formatted(who, whom);
    }
}
