package dev.dormouse.wake.model;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The whole state: two producers with their rows, two consumers, and how many faults may still happen. */
record World(Producer p0, Producer p1, Consumer c0, Consumer c1, int faultsLeft) {

    static final List<Integer> INDEXES = List.of(0, 1);

    Producer producer(int index) {
        return index == 0 ? p0 : p1;
    }

    Consumer consumer(int index) {
        return index == 0 ? c0 : c1;
    }

    World producer(int index, UnaryOperator<Producer> change) {
        return index == 0
                ? new World(change.apply(p0), p1, c0, c1, faultsLeft)
                : new World(p0, change.apply(p1), c0, c1, faultsLeft);
    }

    World consumer(int index, UnaryOperator<Consumer> change) {
        return index == 0
                ? new World(p0, p1, change.apply(c0), c1, faultsLeft)
                : new World(p0, p1, c0, change.apply(c1), faultsLeft);
    }

    World afterFault() {
        return new World(p0, p1, c0, c1, faultsLeft - 1);
    }

    /** The listener's connection breaks: what was on its way to it is lost. */
    World disconnected(int consumer) {
        return consumer(consumer, c -> c.link(Consumer.Link.DOWN))
                .producer(0, p -> p.notTravellingTo(consumer))
                .producer(1, p -> p.notTravellingTo(consumer));
    }

    /**
     * The same number for states that differ only in who is called 0 and who is called 1; what can happen in one of them
     * can happen in the other.
     */
    long identity() {
        return Math.min(identity(false), identity(true));
    }

    private long identity(boolean consumersSwapped) {
        long first = p0.bits(consumersSwapped);
        long second = p1.bits(consumersSwapped);
        Consumer one = consumersSwapped ? c1 : c0;
        Consumer other = consumersSwapped ? c0 : c1;
        return first <= second
                ? bits(first, second, one.bits(false), other.bits(false))
                : bits(second, first, one.bits(true), other.bits(true));
    }

    private long bits(long first, long second, long third, long fourth) {
        return (((((((first << 10) | second) << 10) | third) << 10) | fourth) << 4) | faultsLeft;
    }

    /** A set of names as bits, the names exchanged or not. */
    static int named(int names, boolean swapped) {
        return swapped ? ((names & 1) << 1) | (names >> 1) : names;
    }

    int sleepers() {
        return (c0.flag() ? 1 : 0) | (c1.flag() ? 2 : 0);
    }

    int connected() {
        return (c0.link() != Consumer.Link.DOWN ? 1 : 0) | (c1.link() != Consumer.Link.DOWN ? 2 : 0);
    }

    int claimedRows() {
        return (p0.claimed() ? 1 : 0) | (p1.claimed() ? 2 : 0);
    }

    IntStream dueRows() {
        return IntStream.range(0, 2).filter(row -> producer(row).due());
    }

    Stream<Consumer> consumers() {
        return Stream.of(c0, c1);
    }

    @Override
    public String toString() {
        return "producer 0 " + p0 + "; producer 1 " + p1 + "; consumer 0 " + c0 + "; consumer 1 " + c1;
    }
}
