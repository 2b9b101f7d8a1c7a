/** What a node counts about itself; bindings to metrics libraries read it. */
@NullMarked
package dev.dormouse.telemetry;

import org.jspecify.annotations.NullMarked;
