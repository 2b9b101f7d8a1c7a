/** The systems that are compared: one adapter class each, behind {@link SystemUnderTest}. */
@NullMarked
package dev.dormouse.benchmarks.systems;

import org.jspecify.annotations.NullMarked;
