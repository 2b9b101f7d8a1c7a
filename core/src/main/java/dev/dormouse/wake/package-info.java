/**
 * Waking: how a node sleeps without polling and still starts new work at once.
 *
 * <pre>
 *   other process ── commit ──► NOTIFY ──► {@link dev.dormouse.wake.WakeSource} ─┐
 *   this process  ── commit ──────────────────── local token ───────────────────┤
 *                                                                               ▼
 *        waiter: register ─► look ─► wait ◄────────────────────────────  {@link dev.dormouse.wake.WakeHub}
 *                              ▲       │
 *                              └───────┘ the first of: a token · the next due time · the fallback
 * </pre>
 *
 * <p>A wake is a hint that can only shorten a wait: losing every one of them costs latency, never work. The order
 * register, look, wait makes it impossible to sleep through a wake that arrives between the look and the wait.
 */
@NullMarked
package dev.dormouse.wake;

import org.jspecify.annotations.NullMarked;
