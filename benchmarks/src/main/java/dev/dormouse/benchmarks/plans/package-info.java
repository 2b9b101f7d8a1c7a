/**
 * The plans of every statement that Dormouse runs under load: real calls, explained by the server as they ran.
 *
 * <p>The server's {@code auto_explain} writes the plan of each call with its times, rows and buffers into the server's log,
 * so what is shown was planned with the settings, parameters and cached plans that the node itself uses.
 */
@NullMarked
package dev.dormouse.benchmarks.plans;

import org.jspecify.annotations.NullMarked;
