/** Small programs, as the documents show them. */
@NullMarked
package dev.dormouse.examples;

import org.jspecify.annotations.NullMarked;
