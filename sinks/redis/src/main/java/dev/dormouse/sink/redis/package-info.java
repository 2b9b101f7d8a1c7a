/**
 * Redis: messages as entries of streams ({@link dev.dormouse.sink.redis.RedisStreamSink}), or as a view model in hashes
 * ({@link dev.dormouse.sink.redis.RedisHashSink}).
 *
 * <p>A plain pipeline would run the commands behind one that failed. So the messages of one key travel as one call of a small
 * script, which stops at the first that fails, and the calls of a batch travel as one pipeline:
 *
 * <pre>
 *     key a: 1 2 3 ──► eval(1 2 3) ─┐
 *     key b: 4     ──► eval(4)     ─┼─► one round trip
 *     no key: 5 6  ──► eval(5 6)   ─┘
 * </pre>
 *
 * <p>Where a key's messages go to different Redis keys, which may live on different servers, there is one round trip for
 * each change from one to the other.
 */
@NullMarked
package dev.dormouse.sink.redis;

import org.jspecify.annotations.NullMarked;
