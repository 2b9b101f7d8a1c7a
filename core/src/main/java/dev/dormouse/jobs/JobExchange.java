package dev.dormouse.jobs;

import dev.dormouse.dispatch.Exchange;
import java.util.List;

/**
 * What one round trip brought.
 *
 * @param refused outcomes that were not written because this node no longer held the job
 * @param leaseHeld false if this node has been taken over; nothing was claimed then
 */
public record JobExchange(Exchange<ClaimedJob> exchange, List<Long> refused, boolean leaseHeld) {}
