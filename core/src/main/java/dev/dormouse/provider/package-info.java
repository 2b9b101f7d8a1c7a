/**
 * Durable storage for orchestrations, as the runtime asks for it. A provider keeps two queues (messages for instances, work
 * for activities), histories, and locks with a time limit. It decides nothing and understands nothing of what it keeps:
 * event and message bodies are text of the runtime's own, and what a provider must act on (due times, names, tags, status,
 * key-value changes) stands beside them in fields.
 *
 * <pre>
 *   client ── start, enqueue ──► messages ──► fetchTurns ─► runtime replays ─► ackTurns (history + new work + messages)
 *                                   ▲                                              │
 *                                   └── completion ── ackWork ◄── fetchWork ◄──────┘ work
 * </pre>
 *
 * <p>All times are relative: the provider adds them to its own clock at the moment at which it holds the lock.
 */
@NullMarked
package dev.dormouse.provider;

import org.jspecify.annotations.NullMarked;
