/**
 * One node of the cluster: a process with an identity and a lease.
 *
 * <p>The lease belongs to the node, not to each item: while anything runs, one statement every third of its length keeps
 * all of the node's claims. A node that does not renew in time is taken over by whoever looks next: its row and its claims
 * are removed in one transaction, so whatever it still writes, or tries to renew, changes nothing, and it is told so. The
 * node itself stops trusting its lease before the database does: it counts from before it sent the renewal.
 */
@NullMarked
package dev.dormouse.node;

import org.jspecify.annotations.NullMarked;
