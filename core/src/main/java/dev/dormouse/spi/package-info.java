/** What users may supply: how payloads become bytes. */
@NullMarked
package dev.dormouse.spi;

import org.jspecify.annotations.NullMarked;
