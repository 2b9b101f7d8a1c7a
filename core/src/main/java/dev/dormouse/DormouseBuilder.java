package dev.dormouse;

import dev.dormouse.jobs.JobHandler;
import dev.dormouse.jobs.JobHandlers;
import dev.dormouse.jobs.JobKind;
import dev.dormouse.jobs.PayloadLimit;
import dev.dormouse.jobs.schedule.ScheduledJob;
import dev.dormouse.node.Pruner;
import dev.dormouse.orchestration.Activity;
import dev.dormouse.orchestration.ActivityHandler;
import dev.dormouse.orchestration.Orchestration;
import dev.dormouse.orchestration.OrchestrationHandler;
import dev.dormouse.orchestration.RuntimeOptions;
import dev.dormouse.orchestration.VersionPolicy;
import dev.dormouse.orchestration.runtime.OrchestrationHandlers;
import dev.dormouse.outbox.OutboxSettings;
import dev.dormouse.outbox.Route;
import dev.dormouse.outbox.RouteSettings;
import dev.dormouse.outbox.Sink;
import dev.dormouse.spi.PayloadCodec;
import dev.dormouse.wake.WakeSettings;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What a node is to be; {@link #start} makes it. Not thread-safe. */
public final class DormouseBuilder {

    final Backend backend;
    final JobHandlers handlers = new JobHandlers();
    final List<ScheduledJob<?>> scheduled = new ArrayList<>();
    final OrchestrationHandlers orchestrations = new OrchestrationHandlers();
    boolean firesSchedules;
    final List<RouteDraft> routes = new ArrayList<>();
    OutboxSettings outbox = OutboxSettings.defaults();
    String name = "node";
    Duration lease = Duration.ofSeconds(15);
    Duration retention = Duration.ofDays(1);
    WakeSettings wake = WakeSettings.defaults();
    RuntimeOptions orchestrationOptions = RuntimeOptions.defaults();

    @Nullable
    PayloadCodec codec;

    PayloadLimit payloadLimit = PayloadLimit.DEFAULT;

    @Nullable
    Executor executor;

    DormouseBuilder(Backend backend) {
        this.backend = backend;
    }

    /** Does the jobs of this kind. */
    public <T> DormouseBuilder handle(JobKind<T> kind, JobHandler<T> handler) {
        handlers.add(kind, handler);
        return this;
    }

    /** Does the jobs of this kind that were sent to another queue than its own. */
    public <T> DormouseBuilder handle(JobKind<T> kind, String queue, JobHandler<T> handler) {
        handlers.add(kind, queue, handler);
        return this;
    }

    /**
     * Enqueues a job whenever the cron expression says so, for example {@code 0 9 * * MON-FRI}, local time in the zone.
     * The schedule is written when the node starts: added, or changed if it differs from the one of this name.
     */
    public <T> DormouseBuilder schedule(String name, String expression, ZoneId zone, JobKind<T> kind, T args) {
        return schedule(ScheduledJob.cron(name, expression, zone, kind.with(args)));
    }

    /** As above, with options, or with a period. */
    public DormouseBuilder schedule(ScheduledJob<?> job) {
        scheduled.add(job);
        return fireSchedules();
    }

    /** Fires the schedules that other nodes define, too; a node that defines some does so anyway. */
    public DormouseBuilder fireSchedules() {
        this.firesSchedules = true;
        return this;
    }

    /** Runs the instances of this orchestration and version. */
    public <I, O> DormouseBuilder orchestration(Orchestration<I, O> orchestration, OrchestrationHandler<I, O> handler) {
        orchestrations.add(orchestration, handler);
        return this;
    }

    /** Executes this activity. */
    public <I, O> DormouseBuilder activity(Activity<I, O> activity, ActivityHandler<I, O> handler) {
        orchestrations.add(activity, handler);
        return this;
    }

    /** Which version instances of an orchestration get that ask for none; the highest unless said otherwise. */
    public DormouseBuilder versionPolicy(String orchestration, VersionPolicy policy) {
        orchestrations.policy(orchestration, policy);
        return this;
    }

    /** How orchestrations and activities are run. */
    public DormouseBuilder orchestrationOptions(RuntimeOptions options) {
        this.orchestrationOptions = Objects.requireNonNull(options, "options");
        return this;
    }

    /**
     * Delivers the messages of a topic to a sink: a topic, {@code orders.*} for all that begin with {@code orders.}, or
     * {@code *} for all. By its name the route is known to the database: keep it.
     */
    public DormouseBuilder route(String name, String pattern, Sink sink) {
        return route(new RouteDraft(name, pattern, sink, null));
    }

    /** As above, with settings of its own in place of those of the outbox. */
    public DormouseBuilder route(String name, String pattern, Sink sink, RouteSettings settings) {
        return route(new RouteDraft(name, pattern, sink, settings));
    }

    private DormouseBuilder route(RouteDraft draft) {
        if (routes.stream().anyMatch(known -> known.name.equals(draft.name))) {
            throw new IllegalArgumentException(
                    "route " + draft.name + " is there already: give each route a name of its own");
        }
        draft.route(outbox);
        routes.add(draft);
        return this;
    }

    /** How messages are published and, unless a route says otherwise, delivered. */
    public DormouseBuilder outbox(OutboxSettings outbox) {
        this.outbox = Objects.requireNonNull(outbox, "outbox");
        return this;
    }

    List<Route> routes() {
        return routes.stream().map(draft -> draft.route(outbox)).toList();
    }

    /** A route whose settings may still come from the outbox's. */
    record RouteDraft(
            String name,
            String pattern,
            Sink sink,
            @Nullable RouteSettings settings) {

        Route route(OutboxSettings outbox) {
            return new Route(name, pattern, sink, settings != null ? settings : outbox.routes());
        }
    }

    /** How many jobs of a queue this node runs at a time; 16 unless said otherwise. */
    public DormouseBuilder concurrency(String queue, int jobs) {
        handlers.concurrency(queue, jobs);
        return this;
    }

    /** A name for logs and the dashboard; need not be unique. */
    public DormouseBuilder name(String name) {
        this.name = Objects.requireNonNull(name, "name");
        return this;
    }

    /** How long after a crash others take over. */
    public DormouseBuilder lease(Duration lease) {
        this.lease = lease;
        return this;
    }

    /** How long finished jobs are kept; a day unless said otherwise, and zero for as short as possible. */
    public DormouseBuilder retention(Duration retention) {
        this.retention = Pruner.requireRetention(retention);
        return this;
    }

    public DormouseBuilder wake(WakeSettings wake) {
        this.wake = wake;
        return this;
    }

    public DormouseBuilder codec(PayloadCodec codec) {
        this.codec = codec;
        return this;
    }

    /**
     * How many bytes the arguments or the result of a job may take; 1 MiB unless said otherwise. The SQL functions cannot
     * see this and have a setting of their own, {@code dormouse.payload_limit}.
     */
    public DormouseBuilder payloadBytesMax(int bytes) {
        this.payloadLimit = new PayloadLimit(bytes);
        return this;
    }

    /** Where handlers and sinks run; must be able to run as many at a time as all queues and routes together may. */
    public DormouseBuilder executor(Executor executor) {
        this.executor = executor;
        return this;
    }

    public Dormouse build() {
        return new Dormouse(this);
    }

    public Dormouse start() {
        Dormouse dormouse = build();
        dormouse.start();
        return dormouse;
    }
}
