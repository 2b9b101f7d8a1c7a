package dev.dormouse.orchestration.runtime;

import dev.dormouse.orchestration.SessionOptions;
import dev.dormouse.provider.Provider;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.provider.WorkFetch.SessionFetch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions that live on this node. Thread-safe. As long as there are none, nothing is renewed and nothing cleaned up.
 */
final class HeldSessions {

    private static final Logger log = LoggerFactory.getLogger(HeldSessions.class);

    private final Provider provider;
    private final SessionOptions options;
    private final String owner;

    // Guarded by this.
    private final Map<String, Long> usedNanos = new HashMap<>();
    private long renewedNanos;
    private long cleanedNanos;
    private boolean cleanupDue;

    HeldSessions(Provider provider, SessionOptions options) {
        this.provider = provider;
        this.options = options;
        String named = options.owner();
        this.owner = named != null ? named : "node-" + UUID.randomUUID();
    }

    /** How to fetch: the node's own sessions, and as many new ones as it may still take. Null: none at all. */
    synchronized @Nullable SessionFetch fetch() {
        return options.max() == 0
                ? null
                : new SessionFetch(owner, options.lockTimeout(), Math.max(0, options.max() - usedNanos.size()));
    }

    /** Work of a session was fetched or done here. */
    synchronized void used(String session, long nowNanos) {
        if (usedNanos.isEmpty()) {
            renewedNanos = nowNanos;
            cleanedNanos = cleanupDue ? cleanedNanos : nowNanos;
        }
        usedNanos.put(session, nowNanos);
        cleanupDue = true;
    }

    /**
     * Keeps what is in use, lets go of what is not, and sees to what others left behind. True if there is room for a new
     * session where there was none: work of others may have been passed over for the lack of it.
     */
    boolean tick(long nowNanos) {
        boolean full = full();
        try {
            if (renewalDue(nowNanos)) {
                int kept = provider.renewSessions(List.of(owner), options.lockTimeout(), options.idleTimeout());
                renewed(kept, nowNanos);
            }
            if (takeCleanup(nowNanos)) {
                int forgotten = provider.forgetSessions();
                log.debug("forgot {} sessions that nobody needs", forgotten);
            }
        } catch (ProviderException e) {
            log.warn("could not renew the sessions of {}, trying again: {}", owner, e.toString());
        }
        return full && !full();
    }

    private synchronized boolean full() {
        return usedNanos.size() >= options.max();
    }

    private synchronized boolean renewalDue(long nowNanos) {
        long idleNanos = options.idleTimeout().toNanos();
        usedNanos.values().removeIf(used -> nowNanos - used > idleNanos);
        return !usedNanos.isEmpty()
                && nowNanos - renewedNanos >= options.lockTimeout().toNanos() / 2;
    }

    private synchronized void renewed(int kept, long nowNanos) {
        renewedNanos = nowNanos;
        if (kept == 0) {
            usedNanos.clear();
        }
    }

    private synchronized boolean takeCleanup(long nowNanos) {
        boolean due = cleanupDue
                && nowNanos - cleanedNanos >= options.cleanupInterval().toNanos();
        if (due) {
            cleanedNanos = nowNanos;
            cleanupDue = !usedNanos.isEmpty();
        }
        return due;
    }
}
