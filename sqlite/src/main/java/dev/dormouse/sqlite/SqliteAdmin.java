package dev.dormouse.sqlite;

import dev.dormouse.provider.EngineVersion;
import dev.dormouse.provider.ExecutionInfo;
import dev.dormouse.provider.ExecutionStatus;
import dev.dormouse.provider.InstanceInfo;
import dev.dormouse.provider.ProviderAdmin;
import dev.dormouse.provider.StoredEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at instances; {@link Removal} removes them. */
final class SqliteAdmin implements ProviderAdmin {

    private final Db db;

    SqliteAdmin(Db db) {
        this.db = db;
    }

    @Override
    public List<InstanceInfo> list(InstanceQuery query) {
        ExecutionStatus status = query.status();
        return db.transact(
                "list instances",
                tx -> tx.list(
                        """
                        select instance, name, version, execution_id, status, output, parent, created_at, updated_at, id
                        from instance
                        where name is not null
                          and (?1 is null or status = ?1) and (?2 is null or name = ?2) and (?3 is null or id < ?3)
                        order by id desc
                        limit ?4
                        """,
                        SqliteAdmin::instance,
                        status == null ? null : status.name(),
                        query.name(),
                        position(query.after()),
                        query.limit()));
    }

    private static @Nullable Long position(@Nullable String after) {
        try {
            return after == null ? null : Long.valueOf(after);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "after must be the position of an instance that was listed before, not " + after, e);
        }
    }

    @Override
    public Optional<InstanceInfo> findInstance(String instance) {
        return db.transact("look at " + instance, tx -> tx.first("""
                        select instance, name, version, execution_id, status, output, parent, created_at, updated_at, id
                        from instance where instance = ?1 and name is not null
                        """, SqliteAdmin::instance, instance));
    }

    private static InstanceInfo instance(ResultSet row) throws SQLException {
        return new InstanceInfo(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getLong(4),
                ExecutionStatus.valueOf(row.getString(5)),
                row.getString(6),
                row.getString(7),
                Instant.ofEpochMilli(row.getLong(8)),
                Instant.ofEpochMilli(row.getLong(9)),
                row.getString(10));
    }

    @Override
    public List<ExecutionInfo> executions(String instance) {
        return db.transact("list the executions of " + instance, tx -> tx.list("""
                        select execution_id, status, output, started_at, finished_at,
                            (select count(*) from history
                             where history.instance = ?1 and history.execution_id = execution.execution_id),
                            engine
                        from execution where instance = ?1
                        order by execution_id
                        """, SqliteAdmin::execution, instance));
    }

    private static ExecutionInfo execution(ResultSet row) throws SQLException {
        Long finishedAt = Tx.number(row, 5);
        Long engine = Tx.number(row, 7);
        return new ExecutionInfo(
                row.getLong(1),
                ExecutionStatus.valueOf(row.getString(2)),
                row.getString(3),
                Instant.ofEpochMilli(row.getLong(4)),
                finishedAt == null ? null : Instant.ofEpochMilli(finishedAt),
                row.getLong(6),
                engine == null ? null : EngineVersion.unpack(engine.intValue()));
    }

    @Override
    public List<StoredEvent> readHistory(String instance, long executionId) {
        return db.transact("read a history of " + instance, tx -> Histories.read(tx, instance, executionId, 0));
    }

    @Override
    public List<String> children(String instance) {
        return db.transact(
                "list the children of " + instance,
                tx -> tx.list(
                        "select instance from instance where parent = ?1 order by id",
                        row -> row.getString(1),
                        instance));
    }

    @Override
    public List<String> tree(String instance) {
        return db.transact("list the tree of " + instance, tx -> Removal.tree(tx, instance));
    }

    @Override
    public Deleted delete(Collection<String> instances, Force force) {
        return db.transact("delete " + instances, tx -> Removal.delete(tx, instances, force));
    }

    @Override
    public Deleted deleteFinished(InstanceFilter filter) {
        return db.transact("delete finished instances", tx -> Removal.deleteFinished(tx, filter));
    }

    @Override
    public Pruned prune(String instance, int keepLast, @Nullable Duration finishedFor) {
        return db.transact("prune " + instance, tx -> Removal.prune(tx, instance, keepLast, finishedFor));
    }

    @Override
    public Pruned pruneAll(InstanceFilter filter, int keepLast, @Nullable Duration finishedFor) {
        return db.transact("prune instances", tx -> Removal.pruneAll(tx, filter, keepLast, finishedFor));
    }

    @Override
    public SystemMetrics metrics() {
        return db.transact(
                "count instances",
                tx -> tx.list(
                                """
                                select count(*), (select count(*) from execution),
                                    coalesce(sum(status not in ('COMPLETED', 'FAILED')), 0),
                                    coalesce(sum(status = 'COMPLETED'), 0), coalesce(sum(status = 'FAILED'), 0),
                                    (select count(*) from history)
                                from instance where name is not null
                                """,
                                row -> new SystemMetrics(
                                        row.getLong(1),
                                        row.getLong(2),
                                        row.getLong(3),
                                        row.getLong(4),
                                        row.getLong(5),
                                        row.getLong(6)))
                        .get(0));
    }

    @Override
    public QueueDepths queueDepths() {
        return db.transact(
                "measure the queues",
                tx -> new QueueDepths(
                        tx.count("""
                                select count(*) from instance
                                where name is not null and due_at is not null and (token is null or due_at <= ?1)
                                """, tx.now),
                        tx.count("""
                                select count(*) from message join instance using (instance)
                                where token is null or due_at <= ?1
                                """, tx.now),
                        tx.count("select count(*) from work where token is null or due_at <= ?1", tx.now)));
    }

    @Override
    public Optional<InstanceStats> stats(String instance) {
        return db.transact(
                "measure " + instance,
                tx -> tx.first(
                        """
                        select
                            (select count(*) from history where instance = ?1 and execution_id = i.execution_id),
                            (select coalesce(sum(length(cast(body as blob))), 0) from history
                             where instance = ?1 and execution_id = i.execution_id),
                            (select count(*) from message where instance = ?1),
                            (select count(*) from current_value where instance = ?1),
                            (select coalesce(sum(length(cast(value as blob))), 0) from current_value where instance = ?1)
                        from instance as i where instance = ?1 and name is not null
                        """,
                        row -> new InstanceStats(
                                row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5)),
                        instance));
    }
}
