/**
 * Statements kept in {@code .sql} files, and their parameters bound by name.
 *
 * <pre>
 *   sql/PgJobStore/claim.sql ── SqlTemplate: {schema}, {channel} ── SqlParser: :name becomes ? ── Sql ── SqlCall
 * </pre>
 *
 * Everything to the left of {@link dev.dormouse.postgres.sql.Sql} happens once, when a store is built; a call only looks
 * up positions. Both passes walk the text with the same scanner, so a colon or a brace inside a literal, a quoted
 * identifier or a dollar quote means the same to both: nothing.
 */
@NullMarked
package dev.dormouse.postgres.sql;

import org.jspecify.annotations.NullMarked;
