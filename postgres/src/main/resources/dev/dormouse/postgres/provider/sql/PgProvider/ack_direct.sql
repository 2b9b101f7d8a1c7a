-- Commits turns that nobody locked. One statement is enough, since every condition is on a row that it locks: of two that
-- change such a row, the second one finds what the first one left. Whoever has one of the rows at this moment goes first.
with acks as materialized (
    select a.*
    from unnest(
        :instances::text[], :executions::bigint[], :known_events::bigint[], :last_events::bigint[], :statuses::text[],
        :ended_from::int[], :ended_to::int[], :incarnations::bigint[]
    ) with ordinality as a(
        instance, execution_id, known_event_id, last_event_id, status, ended_from, ended_to, incarnation, n)
),
checked as materialized (
    select a.n, t.free is not null and cardinality(w.ids) = a.ended_to - a.ended_from + 1 as valid, w.ids
    from acks a
    left join lateral (
        select true as free from {schema}.turn t
        where t.instance = a.instance and t.token is null and not t.finished
            and t.execution_id = a.execution_id and t.last_event_id = a.known_event_id
            and (t.due_at is null or t.due_at > statement_timestamp())
            and (t.starts_at is null or t.starts_at <= statement_timestamp())
            -- Whoever remembers the history of one that was removed must not go on with it for its successor.
            and (a.incarnation = 0 or exists (
                select from {schema}.instance i where i.instance = a.instance and i.id = a.incarnation))
        limit 1
        for no key update skip locked
    ) t on true
    cross join lateral (
        select array(
            select w.id
            from unnest(
                (:ended_activities::bigint[])[a.ended_from : a.ended_to], (:ended_tokens::bigint[])[a.ended_from : a.ended_to]
            ) as e(activity_id, token)
            cross join lateral (
                select w.id from {schema}.activity w
                where w.instance = a.instance and w.execution_id = a.execution_id and w.activity_id = e.activity_id
                    and w.token = e.token and w.due_at > statement_timestamp()
                limit 1
                for update skip locked
            ) w
        ) as ids
    ) w
),
valid as materialized (
    select array_agg(c.valid order by c.n) as items from checked c
),
ended as (
    delete from {schema}.activity w
    where w.id = any (array(select unnest(c.ids) from checked c where c.valid))
    returning w.session
),
used as (
    update {schema}.session s set used_at = clock_timestamp()
    where s.session in (select e.session from ended e where e.session is not null) and s.held_until > statement_timestamp()
),
added as (
    insert into {schema}.history (instance, execution_id, first_event_id, last_event_id, event_ids, bodies)
    select
        (:instances::text[])[e.ack], (:executions::bigint[])[e.ack], min(e.id), max(e.id),
        array_agg(e.id order by e.id), array_agg(e.body order by e.id)
    from unnest(:event_acks::int[], :event_ids::bigint[], :event_bodies::text[]) as e(ack, id, body)
    where (select items from valid)[e.ack]
    group by e.ack
),
scheduled as (
    insert into {schema}.activity
        (lane, due_at, token, attempt, execution_id, activity_id, instance, name, tag, session, body)
    select
        w.lane, clock_timestamp() + w.lock_ms * interval '1 millisecond', nullif(w.token, 0),
        case when w.token <> 0 then 1 else 0 end, w.execution_id, w.activity_id, w.instance, w.name, w.tag, w.session,
        w.body
    from unnest(
        :work_acks::int[], :work_lanes::bigint[], :work_locks::bigint[], :work_tokens::bigint[], :work_executions::bigint[],
        :work_activities::bigint[], :work_instances::text[], :work_names::text[], :work_tags::text[],
        :work_sessions::text[], :work_bodies::text[]
    ) with ordinality as w(
        ack, lane, lock_ms, token, execution_id, activity_id, instance, name, tag, session, body, n)
    where (select items from valid)[w.ack]
    order by w.n
),
changed as (
    update {schema}.turn t
    set last_event_id = greatest(a.last_event_id, t.last_event_id), updated_at = clock_timestamp(),
        finished = coalesce(a.status in ('COMPLETED', 'FAILED'), false)
    from acks a
    where t.instance = a.instance and (select items from valid)[a.n]
)
select
    v.items, clock_timestamp() as now, set_config('dormouse.valid', coalesce(v.items::text, '{}'), true) as told
from valid v
