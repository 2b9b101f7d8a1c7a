/** The command line, with an embedded PostgreSQL when no URL is given. */
@NullMarked
package dev.dormouse.server;

import org.jspecify.annotations.NullMarked;
