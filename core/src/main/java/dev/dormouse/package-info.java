/** Dormouse: durable work on a database that you already have. Start with {@link dev.dormouse.Dormouse}. */
@NullMarked
package dev.dormouse;

import org.jspecify.annotations.NullMarked;
