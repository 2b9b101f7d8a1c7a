/** What the kernel, the codec and the wake hub cost in themselves, by JMH: {@code ./dormouse bench micro}. */
@NullMarked
package dev.dormouse.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
