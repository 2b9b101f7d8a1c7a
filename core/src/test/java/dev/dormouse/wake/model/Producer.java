package dev.dormouse.wake.model;

import java.util.BitSet;

/**
 * A process that commits one row and announces it, together with that row and the notifications still on their way.
 *
 * @param seen the consumers that it saw sleeping, as bits
 * @param claimant who holds the row, while it is claimed
 * @param travelling the consumers that its notification has still to reach, as bits
 */
record Producer(Phase phase, int seen, Row row, int claimant, int travelling) {

    enum Phase {
        BEFORE_COMMIT,
        /** Committed, if it does things in the right order. */
        BEFORE_READ,
        BEFORE_SEND,
        DONE,
        DEAD
    }

    enum Row {
        ABSENT,
        DUE,
        CLAIMED,
        FINISHED
    }

    Producer at(Phase next) {
        return new Producer(next, seen, row, claimant, travelling);
    }

    Producer saw(int sleepers) {
        return new Producer(phase, sleepers, row, claimant, travelling);
    }

    Producer row(Row next) {
        return new Producer(phase, seen, next, 0, travelling);
    }

    Producer claimedBy(int consumer) {
        return new Producer(phase, seen, Row.CLAIMED, consumer, travelling);
    }

    Producer travelling(int consumers) {
        return new Producer(phase, seen, row, claimant, consumers);
    }

    Producer notTravellingTo(int consumer) {
        return travelling(travelling & ~(1 << consumer));
    }

    /** Ten bits; {@code consumersSwapped} gives those of the same state with the consumers' names exchanged. */
    @SuppressWarnings("EnumOrdinal") // Only ever compared within one run.
    long bits(boolean consumersSwapped) {
        long bits = phase.ordinal() * 4L + row.ordinal();
        bits = (bits << 2) | World.named(seen, consumersSwapped);
        bits = (bits << 1) | (claimed() && consumersSwapped ? 1 - claimant : claimant);
        return (bits << 2) | World.named(travelling, consumersSwapped);
    }

    boolean due() {
        return row == Row.DUE;
    }

    boolean claimed() {
        return row == Row.CLAIMED;
    }

    @Override
    public String toString() {
        return phase + "(row " + row + ", travelling to " + BitSet.valueOf(new long[] {travelling}) + ")";
    }
}
