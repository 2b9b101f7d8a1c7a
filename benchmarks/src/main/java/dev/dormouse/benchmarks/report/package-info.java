/** Combining the rounds, and showing the figures: table, JSON lines, Markdown page, SVG charts. */
@NullMarked
package dev.dormouse.benchmarks.report;

import org.jspecify.annotations.NullMarked;
