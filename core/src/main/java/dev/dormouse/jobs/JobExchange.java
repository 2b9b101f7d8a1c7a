package dev.dormouse.jobs;

import dev.dormouse.dispatch.Exchange;
import java.util.List;

/**
 * What one round trip brought.
 *
 * @param refused outcomes that were not written because this node no longer held the job
 * @param leaseHeld false if this node has been taken over; nothing was claimed then
 * @param undecided jobs that their handlers complete in transactions which are still open: to be asked about again
 */
public record JobExchange(Exchange<ClaimedJob> exchange, List<Long> refused, boolean leaseHeld, List<Long> undecided) {

    public JobExchange(Exchange<ClaimedJob> exchange, List<Long> refused, boolean leaseHeld) {
        this(exchange, refused, leaseHeld, List.of());
    }
}
