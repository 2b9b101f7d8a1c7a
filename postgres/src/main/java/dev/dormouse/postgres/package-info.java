/** The store and the listener on PostgreSQL. */
@NullMarked
package dev.dormouse.postgres;

import org.jspecify.annotations.NullMarked;
