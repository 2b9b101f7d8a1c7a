/**
 * Dispatching: claim as much as there are free slots, run each item on its own, complete in groups.
 *
 * <pre>
 *   one coordinator per queue, on its own platform thread:
 *
 *     take all free slots ─► exchange: finished items out, up to that many new ones in ─► submit each ─┐
 *            ▲                         (one round trip, one commit)                                    │
 *            │                                                                                         ▼
 *            └──── nudge ◄──── slot given back ◄──── item ends ◄──────────────────────────── handler runs in a slot
 * </pre>
 *
 * <p>There are no batches to wait for, so one slow item never holds up another. Under steady load
 * a queue may hold its looks back for a moment, so that each finds more ({@code Gathering}). Nothing here knows what an
 * item is: jobs, outbox messages, turns and activities all come through the same dispatcher as a
 * {@link dev.dormouse.dispatch.WorkQueue}.
 */
@NullMarked
package dev.dormouse.dispatch;

import org.jspecify.annotations.NullMarked;
