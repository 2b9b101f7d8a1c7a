package dev.dormouse.postgres.provider;

import dev.dormouse.postgres.sql.SqlCall;
import dev.dormouse.provider.AckOutcome;
import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.AttemptCount;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.NewMessage;
import dev.dormouse.provider.NewWork;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.WorkAck;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkItem;
import dev.dormouse.provider.WorkLock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Activities to execute: puts them in, locks them, takes them off and gives them back. */
final class PgWork {

    private final ProviderDatabase database;
    private final Batch.Statements statements;
    private final Wakes wakes;
    private final LowWater lowWater = new LowWater();

    PgWork(ProviderDatabase database, Batch.Statements statements, Wakes wakes) {
        this.database = database;
        this.statements = statements;
        this.wakes = wakes;
    }

    void enqueue(List<NewWork> work) {
        if (work.isEmpty()) {
            return;
        }
        Hints hints = new Hints();
        hints.work(work);
        wakes.commit("put " + work.size() + " activities in", hints, connection -> {
            Batch batch = statements.batch().add("plan");
            add(batch, work.stream().map(item -> new TurnParts.Of<>(0, item)).toList());
            batch.run(connection);
            return true;
        });
    }

    static void add(Batch batch, List<TurnParts.Of<NewWork>> work) {
        batch.add("add_work").bind(call -> bindWork(call, work));
    }

    static void bindWork(SqlCall call, List<TurnParts.Of<NewWork>> work) throws SQLException {
        if (call.has("work_acks")) {
            call.set("work_acks", Columns.ints(work, TurnParts.Of::ack));
        }
        call.set("work_lanes", Columns.longs(work, item -> lane(item.part())));
        call.set(
                "work_locks",
                Columns.longs(work, item -> lease(item.part()).lockTimeout().toMillis()));
        call.set("work_tokens", Columns.longs(work, item -> lease(item.part()).token()));
        call.set(
                "work_executions", Columns.longs(work, item -> item.part().key().executionId()));
        call.set(
                "work_activities", Columns.longs(work, item -> item.part().key().activityId()));
        call.set("work_instances", Columns.texts(work, item -> item.part().instance()));
        call.set("work_names", Columns.texts(work, item -> item.part().name()));
        call.set("work_tags", Columns.texts(work, item -> item.part().tag()));
        call.set("work_sessions", Columns.texts(work, item -> item.part().session()));
        call.set("work_bodies", Columns.texts(work, item -> item.part().body()));
    }

    static long lane(NewWork work) {
        return Queues.workLane(work.tag(), work.session() != null, work.name());
    }

    static NewWork.Lease lease(NewWork work) {
        NewWork.Lease lease = work.lease();
        return lease == null ? new NewWork.Lease(0, Duration.ZERO) : lease;
    }

    Fetched<WorkItem> fetch(WorkFetch request, Duration pollTimeout) {
        WorkFetch.SessionFetch session = request.session();
        Object view = Arrays.asList(
                request.names(),
                request.tags(),
                session == null ? null : session.owner(),
                session != null && session.newSessionsMax() > 0);
        boolean none = request.tags().equals(TagFilter.NONE);
        return wakes.longPoll()
                .fetch(
                        none ? Set.of(Queues.NOWHERE) : Queues.of(request),
                        view,
                        pollTimeout,
                        () -> none ? new Fetched<>(List.of(), false, null) : look(request, view));
    }

    private Fetched<WorkItem> look(WorkFetch request, Object view) {
        return lowWater.look(view, request.max(), from -> look(request, from));
    }

    private LowWater.Found<WorkItem> look(WorkFetch request, long fromMicros) {
        return database.call("fetch activities", connection -> {
            FetchResult<WorkItem> result = new FetchResult<>();
            statements
                    .batch()
                    .add("plan", "relax", "uncarry_expired", "claim_work", "work_status")
                    .bind(call -> bind(call, request))
                    .bind(call -> call.set("from", fromMicros))
                    .read("claim_work", rows -> read(rows, result))
                    .read("work_status", result::readStatus)
                    .run(connection);
            return result.found();
        });
    }

    private static void bind(SqlCall call, WorkFetch request) throws SQLException {
        TagFilter tags = request.tags();
        Set<String> names = request.names();
        WorkFetch.SessionFetch session = request.session();
        call.set("named", Queues.named(request)).set("lanes", Queues.lanes(request));
        call.set("any_tag", tags.any()).set("untagged", tags.untagged());
        call.set("tags", tags.tags().toArray(String[]::new));
        call.set("any_name", names == null);
        call.set("names", names == null ? new String[0] : names.toArray(String[]::new));
        call.set("owner", session == null ? "" : session.owner());
        call.set("new_sessions", session == null ? 0 : session.newSessionsMax());
        call.set("session_lock", session == null ? Duration.ZERO : session.lockTimeout());
        call.set("max", request.max()).set("lock", request.lockTimeout());
    }

    private static void read(ResultSet rows, FetchResult<WorkItem> result) throws SQLException {
        List<WorkItem> items = new ArrayList<>();
        while (rows.next()) {
            if (items.isEmpty()) {
                result.oldestMicros = rows.getLong("was_due_micros");
            }
            ActivityKey key = new ActivityKey(rows.getLong("execution_id"), rows.getLong("activity_id"));
            items.add(new WorkItem(
                    new WorkLock(rows.getString("instance"), key, rows.getLong("token")),
                    rows.getString("name"),
                    rows.getString("body"),
                    rows.getString("session"),
                    rows.getString("tag"),
                    rows.getInt("attempt")));
        }
        result.items = items;
    }

    List<AckOutcome> ack(List<WorkAck> acks) {
        if (acks.isEmpty()) {
            return List.of();
        }
        List<NewMessage> completions = new ArrayList<>();
        List<PgMessages.Sent> sent = new ArrayList<>();
        for (int i = 0; i < acks.size(); i++) {
            NewMessage completion = acks.get(i).completion();
            if (completion != null) {
                completions.add(completion);
                sent.add(new PgMessages.Sent(i + 1, completion));
            }
        }
        Hints hints = new Hints();
        hints.messages(completions);
        return wakes.commit("ack " + acks.size() + " activities", hints, connection -> run(connection, acks, sent));
    }

    private List<AckOutcome> run(Connection connection, List<WorkAck> acks, List<PgMessages.Sent> sent)
            throws SQLException {
        List<AckOutcome> outcomes = new ArrayList<>(acks.size());
        Batch batch = statements.batch().add("plan", "uncarry", "lock_work", "check_work");
        PgMessages.add(batch, sent, true);
        batch.add("take_work")
                .bind(call -> bind(call, acks.stream().map(WorkAck::lock).toList()))
                .read("check_work", rows -> {
                    while (rows.next()) {
                        outcomes.add(rows.getBoolean("held") ? AckOutcome.COMMITTED : AckOutcome.LOCK_LOST);
                    }
                });
        batch.run(connection);
        return outcomes;
    }

    private static void bind(SqlCall call, List<WorkLock> locks) throws SQLException {
        call.set("instances", Columns.texts(locks, WorkLock::instance));
        call.set("executions", Columns.longs(locks, lock -> lock.key().executionId()));
        call.set("activities", Columns.longs(locks, lock -> lock.key().activityId()));
        call.set("tokens", Columns.longs(locks, WorkLock::token));
    }

    boolean abandon(WorkLock lock, Duration delay, AttemptCount attempt) {
        Hints hints = new Hints();
        return wakes.commit("give an activity of instance " + lock.instance() + " back", hints, connection -> {
            List<Boolean> held = new ArrayList<>(1);
            statements
                    .batch()
                    .add("uncarry", "abandon_work")
                    .bind(call -> bind(call, List.of(lock)))
                    .bind(call -> call.set("delay", delay).set("undone", attempt == AttemptCount.UNDO ? 1 : 0))
                    .read("abandon_work", rows -> {
                        while (rows.next()) {
                            held.add(true);
                            hints.work(rows.getString("tag"), delay);
                        }
                    })
                    .run(connection);
            return !held.isEmpty();
        });
    }

    List<WorkLock> renew(Collection<WorkLock> locks, Duration lockTimeout) {
        List<WorkLock> all = List.copyOf(locks);
        if (all.isEmpty()) {
            return all;
        }
        return database.call("renew " + all.size() + " activities", connection -> {
            List<WorkLock> missing = new ArrayList<>();
            statements
                    .batch()
                    .add("uncarry", "renew_work")
                    .bind(call -> bind(call, all))
                    .bind(call -> call.set("lock", lockTimeout))
                    .read("renew_work", rows -> missing.addAll(PgTurns.missing(all, rows)))
                    .run(connection);
            return missing;
        });
    }
}
