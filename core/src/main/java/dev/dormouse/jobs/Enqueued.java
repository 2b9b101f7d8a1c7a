package dev.dormouse.jobs;

/**
 * The outcome of enqueueing.
 *
 * @param id the new job, or the one that already held the unique key
 * @param inserted false if such a job was already there and nothing was added
 */
public record Enqueued(long id, boolean inserted) {}
