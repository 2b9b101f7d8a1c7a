/**
 * Jobs: work that is done later, at least once, and given up only in the open.
 *
 * <pre>
 *   enqueue ─► scheduled ──due──► ready ──claim──► running ──► succeeded · cancelled · discarded   (kept for a while)
 *                  ▲                ▲                 │
 *                  └── retry, snooze┴── lease ended ──┤
 *                                                     └──► parked   (attempts used up; waits for a person)
 * </pre>
 *
 * <p>The door is {@link dev.dormouse.jobs.Jobs}; {@link dev.dormouse.jobs.JobKind} is shared by those who enqueue and
 * those who handle.
 */
@NullMarked
package dev.dormouse.jobs;

import org.jspecify.annotations.NullMarked;
