/** Starts a real PostgreSQL from Maven artifacts. */
@NullMarked
package dev.dormouse.embedded;

import org.jspecify.annotations.NullMarked;
