/**
 * Webhooks: each message is one POST, signed, and answered for by the status that comes back.
 *
 * <p>{@link dev.dormouse.sink.http.HttpSink} sends, {@link dev.dormouse.sink.http.WebhookSignature} is for those who receive.
 */
@NullMarked
package dev.dormouse.sink.http;

import org.jspecify.annotations.NullMarked;
