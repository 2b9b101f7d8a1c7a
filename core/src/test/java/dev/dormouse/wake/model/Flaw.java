package dev.dormouse.wake.model;

/** Ways to get the protocol wrong, each of which loses a wake. */
enum Flaw {
    SLEEPERS_READ_BEFORE_COMMIT,
    LOOK_BEFORE_SLEEP_FLAG,
    NO_LOOK_AFTER_RECONNECT,
    TOKEN_NOT_KEPT,
    FLAG_NOT_COMMITTED_AGAIN,
    /** The note "I am registered" is made after the commit, and overwrites what a reconnect said in between. */
    NOTED_AFTER_COMMIT
}
