@NullMarked
package dev.dormouse.sqlite;

import org.jspecify.annotations.NullMarked;
