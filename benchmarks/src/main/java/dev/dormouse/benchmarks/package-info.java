/**
 * The benchmark harness: side by side, on one PostgreSQL, on the reader's own machine.
 *
 * <pre>
 *   Main ── plans trials: scenario x configuration x round x system (systems interleaved)
 *     │ one fresh JVM and one fresh database per trial
 *     └─► TrialProcess ── runs one Scenario against one SystemUnderTest, prints one Outcome
 *            └─► ProducerProcess ── where the job must come from another process
 * </pre>
 *
 * A fresh JVM per trial keeps one system's compiled profiles, threads and static state out of the next one's figures.
 * The harness's own questions to the database go through a role of their own, so that statement counts can leave them
 * out exactly.
 */
@NullMarked
package dev.dormouse.benchmarks;

import org.jspecify.annotations.NullMarked;
