/**
 * The outbox: messages written in the business transaction and delivered to sinks after its commit, in order per key, at
 * least once.
 */
@NullMarked
package dev.dormouse.outbox;

import org.jspecify.annotations.NullMarked;
