/** Starting and stopping: the one contract that every long-lived part of a node keeps, and supervised threads. */
@NullMarked
package dev.dormouse.lifecycle;

import org.jspecify.annotations.NullMarked;
