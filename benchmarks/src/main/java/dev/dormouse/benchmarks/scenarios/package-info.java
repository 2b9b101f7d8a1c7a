/** What is measured: one class per scenario, knowing nothing of any particular system. */
@NullMarked
package dev.dormouse.benchmarks.scenarios;

import org.jspecify.annotations.NullMarked;
