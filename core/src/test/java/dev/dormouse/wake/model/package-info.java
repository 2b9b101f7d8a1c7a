/**
 * A model of how producers and consumers agree on who has to be woken, and a checker that tries every interleaving of it.
 *
 * <pre>
 *   producer:  commit the row ──► read who sleeps ──► notify those
 *   consumer:  commit "I sleep" ──► look ──► nothing found: wait for a token
 * </pre>
 *
 * <p>Each arrow is a place where anything else may happen in between: the other processes' steps, a late delivery, a lost
 * connection, the death of a process or of the server.
 */
@NullMarked
package dev.dormouse.wake.model;

import org.jspecify.annotations.NullMarked;
