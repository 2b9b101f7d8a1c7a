@NullMarked
package dev.dormouse.testkit.provider;

import org.jspecify.annotations.NullMarked;
