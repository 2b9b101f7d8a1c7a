/**
 * Runs orchestrations and activities on a node: both queues of a provider, each on a dispatcher like jobs.
 *
 * <pre>
 *   turns:       fetch ─► histories (cache, one read for what is missing) ─► slot: decode, replay ─► basket ─► ack, many at once
 *                                                                                   │
 *                           activities of this turn, already leased to this node    │ commit
 *   activities:  fetch ─┐                                                           ▼
 *                       ├─► slot: run the handler ─► basket ─► ack with the completion ─► a turn is due
 *           eager start ┘
 * </pre>
 *
 * <p>Whatever a turn or an activity does, its lock is renewed until its end has been written, and a lock that is lost is no
 * disaster: the ack that comes too late changes nothing. What cannot be run here is given back with a growing delay and,
 * after too many attempts, ended as poison; parents are told in either case.
 */
@NullMarked
package dev.dormouse.orchestration.runtime;

import org.jspecify.annotations.NullMarked;
