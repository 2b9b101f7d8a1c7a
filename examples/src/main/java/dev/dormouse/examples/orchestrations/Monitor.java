package dev.dormouse.examples.orchestrations;

import dev.dormouse.DormouseBuilder;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationContext;
import java.time.Duration;

/** Looks at something again and again, for years if need be: each round is an execution of its own with a short history. */
final class Monitor {

    record Watch(String site, int round, int roundsMax, Duration pause) {

        Watch next() {
            return new Watch(site, round + 1, roundsMax, pause);
        }
    }

    static final Orchestration<Watch, String> MONITOR = Orchestration.of("monitor", Watch.class, String.class);
    static final Activity<String, Boolean> IS_UP = Activity.of("is-up", String.class, Boolean.class);

    private Monitor() {}

    static DormouseBuilder register(DormouseBuilder node) {
        return node.orchestration(MONITOR, Monitor::look).activity(IS_UP, (ctx, site) -> true);
    }

    private static String look(OrchestrationContext ctx, Watch watch) {
        boolean up = ctx.activity(IS_UP, watch.site()).await();
        ctx.values().set("last-seen-up", up);
        if (watch.round() == watch.roundsMax()) {
            return watch.site() + " was looked at " + watch.round() + " times";
        }
        ctx.timer(watch.pause()).await();
        return ctx.continueAsNew(watch.next());
    }
}
