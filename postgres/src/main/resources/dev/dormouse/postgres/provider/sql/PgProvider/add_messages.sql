-- Kinds: 0 for an instance that exists, 1 starts one, 2 begins its next execution, 3 may wait for its start.
with input as materialized (
    select m.*, clock_timestamp() + m.delay_ms * interval '1 millisecond' as given_at
    from unnest(
        :message_acks::int[], :message_instances::text[], :message_bodies::text[], :message_delays::bigint[],
        :message_kinds::int[], :timer_executions::bigint[], :timer_events::bigint[]
    ) with ordinality as m(ack, instance, body, delay_ms, kind, timer_execution_id, timer_event_id, n)
    where (select {schema}.valid_items())[m.ack]
),
judged as materialized (
    select i.*, k.found, k.lane, k.token, greatest(i.given_at, k.starts_at) as due_at,
        -- A delayed start is due when its instance is, to the microsecond: what waits for it must not come without it.
        case when i.kind = 1 then coalesce(k.starts_at, i.given_at) else i.given_at end as visible_at,
        k.found is not null and case
        when i.kind = 1 then coalesce((select {schema}.started_items())[i.n], false)
        when k.lane is null then i.kind = 3
        else not k.finished
    end as accepted
    from input i
    left join lateral (
        -- Nobody can remove them now; turns go on meanwhile.
        select true as found, t.lane, t.starts_at, t.finished, t.token from {schema}.turn t
        where t.instance = i.instance
        for key share
    ) k on true
),
due as materialized (
    select instance, min(due_at) as due_at, bool_or(:own or kind = 1) as taken from judged where accepted group by instance
),
-- A transaction of our own takes the rows that it can have at once. A caller's, which may take long, takes none but those
-- that it has made itself, and neither waits for anybody.
mine as materialized (
    select d.instance, d.due_at, t.token, t.due_at as known_due_at
    from due d
    cross join lateral (
        select t.token, t.due_at from {schema}.turn t where t.instance = d.instance
        for no key update skip locked
    ) t
    where d.taken
),
added as (
    insert into {schema}.turn_message (instance, visible_at, timer_execution_id, timer_event_id, body)
    select instance, visible_at, nullif(timer_execution_id, 0), nullif(timer_event_id, 0), body
    from judged where accepted
    order by n
),
lowered as (
    -- One that is locked becomes due when its lock is given up, which sees the message. Whether it is stands in the row as
    -- it was when we got it, not as this statement saw it first: it may have been given up in between.
    update {schema}.turn t set due_at = m.due_at
    from mine m
    where t.instance = any (array[m.instance]) and m.token is null and (m.known_due_at is null or m.known_due_at > m.due_at)
),
poked as (
    insert into {schema}.turn_poke (instance, due_at)
    select instance, due_at from due where instance not in (select instance from mine)
)
select j.n, case
    when j.accepted and j.lane is null then 'BUFFERED'
    when j.accepted then 'ENQUEUED'
    when j.lane is null then 'UNKNOWN_INSTANCE'
    when j.kind = 1 then 'EXISTS'
    else 'FINISHED'
end as outcome
from judged j
order by j.n
