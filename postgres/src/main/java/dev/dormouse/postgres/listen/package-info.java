/**
 * The LISTEN connection of a node, and the sending side of it.
 *
 * <pre>
 *   {@link dev.dormouse.postgres.listen.PgListener}, thread dormouse-listener
 *
 *   connect ─► LISTEN ─► echo seen ─► sink.listening ─► drain, drain, … ─► error ─► sink.listenerLost ─► back off ─┐
 *      ▲          │           │                                                                                    │
 *      │       refused    not seen ─► sink.cannotListen ─► back off for long ─┐                                    │
 *      └──────────┴───────────────────────────────────────────────────────────┴────────────────────────────────────┘
 *
 *   {@link dev.dormouse.postgres.listen.PgAnnouncer}, thread dormouse-announcer
 *
 *   announce ─► pending (queue ─► earliest due) ─► one statement at once, then at most one per few milliseconds
 * </pre>
 *
 * <p><b>Noticing a dead connection.</b> An idle LISTEN socket never learns by itself that its peer is gone. Three guards,
 * from cheap to thorough: keep-alive probes every second after three silent ones, so that a lost network is an I/O error
 * within about six seconds and costs no statement; an empty query after ten silent seconds, answered within three, for
 * whatever keep-alive cannot see (a proxy that answers the probes for a dead server, a platform without the options; and
 * a server that ends idle sessions sees life); and the echo at every connect, since a transaction pooler answers LISTEN
 * with OK and then delivers nothing. A notification is a sign of life too: a busy listener never pings.
 *
 * <p><b>Handing on without delay.</b> After a notification the driver waits for a millisecond for another one; the
 * listener's own {@code ListenSocket} keeps it from that.
 *
 * <p><b>Stopping.</b> {@code stop} closes the socket under the reader instead of letting the reader look up every few
 * milliseconds: it ends any wait at once, also one inside a connect, and an idle node stays asleep.
 */
@NullMarked
package dev.dormouse.postgres.listen;

import org.jspecify.annotations.NullMarked;
