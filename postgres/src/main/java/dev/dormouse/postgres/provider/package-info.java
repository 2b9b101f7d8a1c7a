/**
 * Orchestrations on PostgreSQL.
 *
 * <p><b>One row decides.</b> Every instance has one narrow row in {@code turn}. Its {@code due_at} is the moment at which the
 * instance can be claimed: that of its earliest message while nobody has it, the end of the lock while somebody has. Claims
 * walk one index in its order; timers, delays and the locks of the dead need nothing of their own.
 *
 * <p><b>No message is forgotten.</b> Whoever puts a message in either holds the instance's row while it lowers
 * {@code due_at}, or leaves a note in {@code turn_poke} for the next one who looks. It does the latter where the row is in
 * other hands, so that nobody waits, and in a caller's transaction, which may take long and must not hold up turns. An ack
 * takes the row in a first statement and only in a later one, whose view is newer, asks what is left:
 *
 * <pre>
 *   the message is committed before the ack has the row ──► the ack sees it
 *   the ack has the row first                           ──► there is a note
 * </pre>
 *
 * A note is removed only by one who has the row: then any ack of that instance is over, or has not begun.
 *
 * <p><b>Many in one round trip.</b> Fetches and acks are a few statements that travel together, each for all items at once.
 * Which items are valid is found by the first of them and told to the others in a setting that ends with the transaction.
 */
@NullMarked
package dev.dormouse.postgres.provider;

import org.jspecify.annotations.NullMarked;
