/**
 * The provider that keeps orchestrations in one SQLite file, or in memory, for one process.
 *
 * <p>One connection, one lock: SQLite has one writer anyway, and so every transaction sees the moment at which it holds the
 * lock. Everything that could let somebody go on is announced after the commit, so a fetch that waits touches the file only
 * when something was put in, became due, or a lock ended.
 */
@NullMarked
package dev.dormouse.sqlite;

import org.jspecify.annotations.NullMarked;
