package dev.dormouse.postgres.provider;

import dev.dormouse.Backend;
import dev.dormouse.postgres.sql.Sql;
import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.provider.ProviderException;
import dev.dormouse.wake.Announcer;
import dev.dormouse.wake.Survey;
import dev.dormouse.wake.Ticker;
import dev.dormouse.wake.WakeHub;
import dev.dormouse.wake.WakeObserver;
import dev.dormouse.wake.WakeSettings;
import dev.dormouse.wake.WakeSource;
import dev.dormouse.wake.Waking;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a provider that is used by itself has of a node: an entry among those who sleep, a hub, a listener. */
final class StandaloneNode {

    private static final Logger log = LoggerFactory.getLogger(StandaloneNode.class);
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final ProviderDatabase database;
    private final long node;
    private final Announcer announcer;
    private final WakeSource listener;
    private final Waking waking;

    private StandaloneNode(
            ProviderDatabase database, Backend backend, WakeSettings settings, LongFunction<Survey> survey) {
        this.database = database;
        this.node = join();
        WakeHub hub = new WakeHub(settings, Ticker.SYSTEM, WakeObserver.NONE, survey.apply(node));
        this.announcer = backend.announcer(settings, () -> node);
        announcer.onUnsent(hub::sendFailed);
        this.listener = backend.wakeSource(hub);
        this.waking = new Waking(hub, announcer, backend.sleepers(settings, () -> node));
        announcer.start();
        if (settings.enabled()) {
            listener.start();
        } else {
            hub.cannotListen("listening is switched off");
        }
    }

    /** A provider on a node of its own, which ends with it. */
    static PgProvider open(
            ProviderDatabase database, Backend backend, WakeSettings settings, LongFunction<Survey> survey) {
        StandaloneNode node = new StandaloneNode(database, backend, settings, survey);
        return new PgProvider(database, node.waking, settings, node::close);
    }

    private long join() {
        Sql join = database.load("join_node");
        return database.call("register the provider", connection -> {
            try (SqlCall call = join.prepare(connection)) {
                ResultSet rows = call.set("name", "provider").query();
                rows.next();
                return rows.getLong(1);
            }
        });
    }

    private void close() {
        listener.stop(GRACE);
        announcer.stop(GRACE);
        Sql leave = database.load("leave_node");
        try {
            database.call("sign the provider off", connection -> {
                try (SqlCall call = leave.prepare(connection)) {
                    return call.set("node", node).update();
                }
            });
        } catch (ProviderException e) {
            log.warn("node={} could not sign off; it is forgotten later: {}", node, e.toString());
        }
    }
}
