package dev.dormouse.jobs;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node asks for.
 *
 * @param kinds the kinds it has handlers for; others are left alone
 * @param renewLease extends the node's lease to so long from now; null to leave it as it is
 * @param announceLease the node held nothing until now: tell those who sleep when to see whether it is still alive
 */
public record ClaimRequest(
        long node,
        String queue,
        List<String> kinds,
        int max,
        @Nullable Duration renewLease,
        boolean announceLease) {

    /** The same, where the lease has just been renewed. */
    public ClaimRequest withoutRenewal() {
        return new ClaimRequest(node, queue, kinds, max, null, false);
    }
}
