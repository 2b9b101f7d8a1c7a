package dev.dormouse.sqlite;

import dev.dormouse.provider.ActivityKey;
import dev.dormouse.provider.Fetched;
import dev.dormouse.provider.TagFilter;
import dev.dormouse.provider.WorkFetch;
import dev.dormouse.provider.WorkFetch.SessionFetch;
import dev.dormouse.provider.WorkItem;
import dev.dormouse.provider.WorkLock;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One fetch of work: finds the oldest that the caller can take, one after the other, and locks it. */
final class WorkSearch {

    private static final String CANDIDATE = """
            select work.id, instance, execution_id, activity_id, name, body, work.session, tag, attempt,
                work.session is not null and not (session.owner is ?6 and session.locked_until > ?1)
            from work left join session on session.session = work.session
            where due_at <= ?1
              and (?2 is null or name in (select value from json_each(?2)))
              and (case when tag is null then ?3 else ?4 or tag in (select value from json_each(?5)) end)
              and (work.session is null
                   or ?6 is not null and session.owner = ?6 and session.locked_until > ?1
                   or ?6 is not null and ?7 and (session.owner is null or session.locked_until <= ?1))
            order by due_at, work.id
            limit 1
            """;

    /** Work that waits for its moment or for the end of a lock; and work that is due, but whose session another one holds. */
    private static final String NEXT_DUE = """
            select min(at) from (
                select min(due_at) as at from work
                where due_at > ?1
                  and (?2 is null or name in (select value from json_each(?2)))
                  and (case when tag is null then ?3 else ?4 or tag in (select value from json_each(?5)) end)
                  and (session is null or ?6 is not null)
                union all
                select min(session.locked_until) from work join session on session.session = work.session
                where due_at <= ?1 and session.locked_until > ?1 and ?6 is not null and session.owner <> ?6
                  and (?2 is null or name in (select value from json_each(?2)))
                  and (case when tag is null then ?3 else ?4 or tag in (select value from json_each(?5)) end))
            """;

    private record Candidate(long id, WorkItem item, boolean newSession) {

        static Candidate of(ResultSet row) throws SQLException {
            WorkLock lock =
                    new WorkLock(row.getString(2), new ActivityKey(row.getLong(3), row.getLong(4)), Times.token());
            WorkItem item = new WorkItem(
                    lock, row.getString(5), row.getString(6), row.getString(7), row.getString(8), row.getInt(9) + 1);
            return new Candidate(row.getLong(1), item, row.getBoolean(10));
        }
    }

    private final Tx tx;
    private final WorkFetch fetch;
    private final @Nullable SessionFetch session;
    private final @Nullable Object[] filter;
    private int newSessions;

    private WorkSearch(Tx tx, WorkFetch fetch) {
        this.tx = tx;
        this.fetch = fetch;
        this.session = fetch.session();
        TagFilter tags = fetch.tags();
        this.filter = new @Nullable Object[] {
            tx.now,
            Json.strings(fetch.names()),
            tags.untagged(),
            tags.any(),
            Json.strings(tags.tags()),
            session == null ? null : session.owner(),
            true
        };
    }

    static Fetched<WorkItem> fetch(Tx tx, WorkFetch fetch) throws SQLException {
        return new WorkSearch(tx, fetch).fetch();
    }

    private Fetched<WorkItem> fetch() throws SQLException {
        List<WorkItem> items = new ArrayList<>();
        Optional<Candidate> next = candidate();
        while (next.isPresent() && items.size() < fetch.max()) {
            items.add(lock(next.get()));
            next = candidate();
        }
        return new Fetched<>(items, next.isPresent(), Times.until(tx, nextDue()));
    }

    private Optional<Candidate> candidate() throws SQLException {
        filter[6] = session != null && newSessions < session.newSessionsMax();
        return tx.first(CANDIDATE, Candidate::of, filter);
    }

    private @Nullable Long nextDue() throws SQLException {
        return tx.number(NEXT_DUE, filter[0], filter[1], filter[2], filter[3], filter[4], filter[5]);
    }

    private WorkItem lock(Candidate found) throws SQLException {
        long lockedUntil = tx.after(fetch.lockTimeout());
        tx.update(
                "update work set due_at = ?2, token = ?3, attempt = attempt + 1 where id = ?1",
                found.id(),
                lockedUntil,
                found.item().lock().token());
        tx.wakes.work(tx, found.item().tag(), lockedUntil);
        String id = found.item().session();
        if (id != null && session != null) {
            newSessions += found.newSession() ? 1 : 0;
            Sessions.take(tx, id, session);
            tx.wakes.work(tx, found.item().tag(), tx.after(session.lockTimeout()));
        }
        return found.item();
    }
}
