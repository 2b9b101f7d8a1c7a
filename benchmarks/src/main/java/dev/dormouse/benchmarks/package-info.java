/**
 * The benchmark harness: side by side, on one PostgreSQL, on the reader's own machine.
 *
 * <pre>
 *   Main, AllCommand ── one Request, or those of StandardRun, on one server
 *     └─► Bench ── runs a Plan: scenario x configuration x round x system (systems interleaved)
 *           │ one fresh JVM and one fresh database per trial
 *           └─► TrialMain ── runs one Scenario against one SystemUnderTest, prints one Outcome or what went wrong
 *                 └─► ProducerMain, WorkerMain ── where jobs must come from or go to other processes
 *   PlansCommand ── how the server runs the statements      MicroCommand ── JMH
 * </pre>
 *
 * A fresh JVM per trial keeps one system's compiled profiles, threads and static state out of the next one's figures.
 * The harness's own questions to the database go through a role of their own, so that statement counts can leave them
 * out exactly.
 */
@NullMarked
package dev.dormouse.benchmarks;

import org.jspecify.annotations.NullMarked;
