/**
 * Orchestrations: code that survives crashes. An orchestration is ordinary, deterministic Java that awaits activities,
 * timers, events and other orchestrations; while it waits it holds no thread, and after a crash it goes on where it was.
 *
 * <pre>{@code
 *   static final Orchestration<Order, Receipt> ORDER = Orchestration.of("order", Order.class, Receipt.class);
 *   static final Activity<Order, Payment> CHARGE = Activity.of("charge", Order.class, Payment.class);
 *   static final Activity<Payment, Receipt> SHIP = Activity.of("ship", Payment.class, Receipt.class);
 *
 *   Receipt order(OrchestrationContext ctx, Order order) {
 *       Payment payment = ctx.activity(CHARGE, order).await();
 *       return ctx.activity(SHIP, payment).await();
 *   }
 * }</pre>
 *
 * <p><b>How it works.</b> Everything that happens to an orchestration is an event in its history. Whenever something new
 * has happened, the code is run from its beginning: what it asks for is answered from the history, until it awaits
 * something that has not happened yet. There the run (a <em>turn</em>) ends: the await throws an {@link java.lang.Error}
 * that unwinds the code. {@code finally} blocks and {@code catch (Throwable)} are harmless then, since nothing can be
 * decided any more: every call of the context throws that error again, and whatever the code returns is ignored. They
 * should not have effects of their own, though: like all other code they run once per turn.
 *
 * <p><b>The rules.</b> Given the same history the code must make the same decisions in the same order: no clock, no
 * randomness, no I/O, no threads but through the context, which offers all of them in a form that can be repeated.
 */
@NullMarked
package dev.dormouse.orchestration;

import org.jspecify.annotations.NullMarked;
