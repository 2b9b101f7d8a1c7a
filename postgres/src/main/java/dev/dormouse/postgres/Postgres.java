package dev.dormouse.postgres;

import dev.dormouse.Backend;
import dev.dormouse.NodeWork;
import dev.dormouse.jobs.JobAdminStore;
import dev.dormouse.jobs.JobStore;
import dev.dormouse.jobs.schedule.ScheduleStore;
import dev.dormouse.node.NodeStore;
import dev.dormouse.outbox.OutboxAdminStore;
import dev.dormouse.outbox.OutboxStore;
import dev.dormouse.postgres.listen.AnnouncerSettings;
import dev.dormouse.postgres.listen.ListenConnector;
import dev.dormouse.postgres.listen.ListenerSettings;
import dev.dormouse.postgres.listen.PgAnnouncer;
import dev.dormouse.postgres.listen.PgListener;
import dev.dormouse.postgres.migrate.Migrations;
import dev.dormouse.postgres.provider.PgProvider;
import dev.dormouse.postgres.sql.SchemaName;
import dev.dormouse.wake.Announcer;
import dev.dormouse.wake.NotifyMode;
import dev.dormouse.wake.Sleepers;
import dev.dormouse.wake.Survey;
import dev.dormouse.wake.WakeSettings;
import dev.dormouse.wake.WakeSink;
import dev.dormouse.wake.WakeSource;
import dev.dormouse.wake.Waking;
import java.util.List;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/**
 * PostgreSQL as the place where work is kept. Takes the application's own pool for its statements; the listener has a
 * connection of its own, which is never borrowed.
 */
public final class Postgres implements Backend {

    public static final String DEFAULT_SCHEMA = "dormouse";

    private final Database database;
    private final ListenConnector listenConnector;
    private final PgNodeStore nodes;
    private final PgJobStore jobs;
    private final PgJobAdmin jobAdmin;
    private final NotifyTrigger notifyTrigger;
    private final PgScheduleStore schedules;
    private final PgOutboxStore outbox;
    private final PgOutboxAdmin outboxAdmin;

    private Postgres(DataSource dataSource, SchemaName schema, ListenConnector listenConnector) {
        this.database = new Database(dataSource, schema);
        this.listenConnector = listenConnector;
        this.nodes = new PgNodeStore(database);
        this.jobs = new PgJobStore(database);
        this.jobAdmin = new PgJobAdmin(database);
        this.notifyTrigger = new NotifyTrigger(database);
        this.schedules = new PgScheduleStore(database);
        this.outbox = new PgOutboxStore(database);
        this.outboxAdmin = new PgOutboxAdmin(database);
    }

    /** The pool, in schema {@code dormouse}; how to connect the listener is found out from the pool. */
    public static Postgres at(DataSource dataSource) {
        return at(dataSource, DEFAULT_SCHEMA);
    }

    public static Postgres at(DataSource dataSource, String schema) {
        return at(dataSource, schema, DirectConnections.of(dataSource));
    }

    /** With a way of its own to connect the listener: for pools that do not tell theirs, or behind a pooler. */
    public static Postgres at(DataSource dataSource, String schema, ListenConnector listenConnector) {
        return new Postgres(dataSource, new SchemaName(schema), listenConnector);
    }

    @Override
    public void prepare() {
        Migrations.of(database.schema()).migrate(database.dataSource());
    }

    @Override
    public void prepare(WakeSettings settings) {
        prepare();
        if (settings.notifyMode() == NotifyMode.TRIGGER) {
            createNotifyTrigger();
        }
    }

    /**
     * Has a trigger announce every job that becomes ready or scheduled, also those that other programs insert. Nodes in
     * {@link NotifyMode#TRIGGER} do this when they start. Those who run can go on; it waits for the transactions under way.
     */
    public void createNotifyTrigger() {
        notifyTrigger.create();
    }

    /** Takes that trigger away, for good unless a node in {@link NotifyMode#TRIGGER} starts. */
    public void dropNotifyTrigger() {
        notifyTrigger.drop();
    }

    @Override
    public PgProvider provider(WakeSettings settings, Waking waking) {
        return new PgProvider(database.dataSource(), database.schema(), waking, settings);
    }

    /** Orchestrations by themselves, not on a node; see {@link PgProvider#open}. */
    public PgProvider openProvider(WakeSettings settings) {
        prepare(settings);
        return PgProvider.standalone(
                database.dataSource(),
                database.schema(),
                this,
                settings,
                node -> new PgSurvey(
                        database, () -> node, settings.fallbackInterval(), List.of(new OrchestrationsSurvey())));
    }

    @Override
    public NodeStore nodes() {
        return nodes;
    }

    @Override
    public JobStore jobs() {
        return jobs;
    }

    @Override
    public JobAdminStore jobAdmin() {
        return jobAdmin;
    }

    @Override
    public ScheduleStore schedules() {
        return schedules;
    }

    @Override
    public OutboxStore outbox() {
        return outbox;
    }

    @Override
    public OutboxAdminStore outboxAdmin() {
        return outboxAdmin;
    }

    @Override
    public long roundTrips() {
        return database.calls().sum();
    }

    @Override
    public WakeSource wakeSource(WakeSink sink) {
        return new PgListener(
                listenConnector,
                database.dataSource(),
                sink,
                ListenerSettings.defaults(database.schema().channel()));
    }

    @Override
    public Announcer announcer(WakeSettings settings, LongSupplier node) {
        if (settings.notifyMode() != NotifyMode.AFTER_COMMIT) {
            return new NoAfterCommitAnnouncer(database.schema(), settings.notifyMode());
        }
        return new PgAnnouncer(database.dataSource(), database.schema(), AnnouncerSettings.defaults(), node);
    }

    @Override
    public Sleepers sleepers(WakeSettings settings, LongSupplier node) {
        return settings.notifyMode() == NotifyMode.AFTER_COMMIT ? nodes.sleepers(node) : Sleepers.NOBODY_ASKS;
    }

    @Override
    public Survey survey(WakeSettings settings, LongSupplier node, NodeWork work) {
        return new PgSurvey(
                database,
                node,
                settings.fallbackInterval(),
                List.of(
                        new JobsSurvey(work.jobKinds()),
                        new SchedulesSurvey(),
                        new OrchestrationsSurvey(),
                        new UpkeepSurvey("finished_jobs", work.jobPruner()),
                        new OutboxSurvey(work.outbox()),
                        new UpkeepSurvey("delivered_messages", work.outbox().pruner())));
    }
}
