/** Payloads as JSON through Jackson 3. */
@NullMarked
package dev.dormouse.jackson;

import org.jspecify.annotations.NullMarked;
