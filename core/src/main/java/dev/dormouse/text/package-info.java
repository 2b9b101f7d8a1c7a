/** Names and texts on their way into the database: what users gave is checked, what describes a failure is made storable. */
@NullMarked
package dev.dormouse.text;

import org.jspecify.annotations.NullMarked;
