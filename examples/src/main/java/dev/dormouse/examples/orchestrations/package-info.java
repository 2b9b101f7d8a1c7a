/** Orchestrations, from the smallest to the usual shapes: each with its activities and how to register them. */
@NullMarked
package dev.dormouse.examples.orchestrations;

import org.jspecify.annotations.NullMarked;
