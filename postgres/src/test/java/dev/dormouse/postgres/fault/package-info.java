/**
 * Jobs under faults: worker processes that are killed and suspended, a listener that is cut off, a server that crashes.
 *
 * <p>What was put in is known by the {@link dev.dormouse.postgres.fault.Producers}, what was run by the ledger files of the
 * workers, what was done to them by the {@link dev.dormouse.postgres.fault.Nemesis}; the {@link
 * dev.dormouse.postgres.fault.Checker} compares the three with what the tables say. None of them trusts the tables.
 */
@NullMarked
package dev.dormouse.postgres.fault;

import org.jspecify.annotations.NullMarked;
