/**
 * Creates and upgrades the tables of one schema.
 *
 * <p>Migrations are numbered files, {@code V001__base.sql} and on, beside this package in the resources; each that was
 * applied has a row in the table {@code migration} of the schema. A run is one transaction under one advisory lock: any
 * number of nodes may start at once, and whatever goes wrong, either all of it happened or none. That also makes it
 * safe behind a pooler in transaction mode, since no setting and no lock outlives the transaction.
 *
 * <p>To add a migration, write the next file and add its name to {@code MigrationFiles}. Write {@code {schema}} in
 * front of every name: the search path during a run is {@code pg_catalog} alone.
 */
@NullMarked
package dev.dormouse.postgres.migrate;

import org.jspecify.annotations.NullMarked;
