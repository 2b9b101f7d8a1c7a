/**
 * Schedules: jobs that are enqueued again and again, at the times that a cron expression or a period names.
 *
 * <pre>
 *   definition ─► one row per schedule, with its next fire time ──due──► [ enqueue the job · move the fire time ] one commit
 *                                    ▲                                                    │
 *                                    └───────────── sleep until exactly then ─────────────┘
 * </pre>
 *
 * <p>There is no leader. Every node that runs schedules sleeps until the earliest fire time; the one that locks the row
 * first enqueues the job and moves the fire time in the same transaction, so that each tick is fired once however many
 * nodes there are and whichever of them dies. The next fire time is a due time like any other: it is one more queue of
 * the same dispatcher.
 *
 * <p>The doors are {@link dev.dormouse.jobs.schedule.ScheduledJob} and {@link dev.dormouse.jobs.schedule.Schedules}.
 */
@NullMarked
package dev.dormouse.jobs.schedule;

import org.jspecify.annotations.NullMarked;
