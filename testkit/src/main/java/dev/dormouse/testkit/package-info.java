/** Embedded PostgreSQL, manual clock and contract suites for tests. */
@NullMarked
package dev.dormouse.testkit;

import org.jspecify.annotations.NullMarked;
