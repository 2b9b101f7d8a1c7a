package dev.dormouse.benchmarks.systems;

/** What a system is set up for; each adapter takes what the system's own documentation recommends for it. */
public enum Purpose {
    /** The settings one gets without choosing any. */
    DEFAULT,
    /** A new job shall start as soon as possible. */
    LATENCY,
    /** As many jobs per second as possible. */
    THROUGHPUT,
    /** Jobs are only put in, and a sleeping worker has to be told of each. */
    WAKES,
    /** Only for Dormouse: the default settings, and besides jobs an outbox route and orchestrations. */
    EVERYTHING,
    /** Only for the floor: bare inserts into the tables that Dormouse has, without anything else that it does. */
    SAME_TABLES
}
