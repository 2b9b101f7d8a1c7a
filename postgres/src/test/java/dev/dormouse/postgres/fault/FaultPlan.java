package dev.dormouse.postgres.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How much of everything; each can be set by a system property of its name after {@code fault.}. */
record FaultPlan(long seed, int jobs, int kills, int suspensions, int cuts, int crashes) {

    static FaultPlan fromProperties() {
        return new FaultPlan(
                Long.getLong("fault.seed", System.nanoTime() & 0xffffff),
                Integer.getInteger("fault.jobs", 100_000),
                Integer.getInteger("fault.kills", 10),
                Integer.getInteger("fault.suspensions", 5),
                Integer.getInteger("fault.cuts", 5),
                Integer.getInteger("fault.crashes", 2));
    }

    List<Fault.Kind> kinds() {
        List<Fault.Kind> kinds = new ArrayList<>();
        kinds.addAll(Collections.nCopies(kills, Fault.Kind.KILL));
        kinds.addAll(Collections.nCopies(suspensions, Fault.Kind.SUSPEND));
        kinds.addAll(Collections.nCopies(cuts, Fault.Kind.CUT_LISTENER));
        kinds.addAll(Collections.nCopies(crashes, Fault.Kind.CRASH_SERVER));
        return kinds;
    }

    int count(Fault.Kind kind) {
        return Collections.frequency(kinds(), kind);
    }
}
