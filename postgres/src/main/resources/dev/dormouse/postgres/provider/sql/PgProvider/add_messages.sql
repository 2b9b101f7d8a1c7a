-- Kinds: 0 for an instance that exists, 1 starts one, 2 begins its next execution, 3 may wait for its start.
with input as materialized (
    select m.*
    from unnest(
        :message_acks::int[], :message_instances::text[], :message_bodies::text[], :message_delays::bigint[],
        :message_kinds::int[], :timer_executions::bigint[], :timer_events::bigint[]
    ) with ordinality as m(ack, instance, body, delay_ms, kind, timer_execution_id, timer_event_id, n)
    where m.ack = any ({schema}.valid_items())
),
-- Nobody can remove them now; turns go on meanwhile.
known as materialized (
    select t.instance, t.lane, t.starts_at, t.finished from {schema}.turn t
    where t.instance = any (array(select instance from input))
    order by t.instance
    for key share
),
-- A transaction of our own takes the rows that it can have at once. A caller's, which may take long, takes none but those
-- that it has made itself, and neither waits for anybody.
mine as materialized (
    select t.instance from {schema}.turn t
    where t.instance = any (array(
        select instance from known where :own
        union all
        select i.instance from input i where i.n = any ({schema}.started_items())))
    order by t.instance
    for no key update skip locked
),
accepted as materialized (
    select i.*, greatest(i.visible_at, k.starts_at) as due_at
    from (
        -- A delayed start is due when its instance is, to the microsecond: what waits for it must not come without it.
        select n.*, coalesce(
            case when n.kind = 1 then s.starts_at end,
            clock_timestamp() + n.delay_ms * interval '1 millisecond') as visible_at
        from input n left join known s on s.instance = n.instance
    ) i
    join known k on k.instance = i.instance
    where case
        when i.kind = 1 then i.n = any ({schema}.started_items())
        when k.lane is null then i.kind = 3
        else not k.finished
    end
),
added as (
    insert into {schema}.turn_message (instance, visible_at, timer_execution_id, timer_event_id, body)
    select instance, visible_at, nullif(timer_execution_id, 0), nullif(timer_event_id, 0), body from accepted order by n
),
due as materialized (
    select instance, min(due_at) as due_at from accepted group by instance
),
lowered as (
    -- One that is locked becomes due when its lock is given up, which sees the message.
    update {schema}.turn t set due_at = d.due_at
    from due d
    where t.instance = d.instance and t.instance in (select instance from mine)
        and t.token is null and (t.due_at is null or t.due_at > d.due_at)
),
poked as (
    insert into {schema}.turn_poke (instance, due_at)
    select instance, due_at from due where instance not in (select instance from mine)
)
select i.n, case
    when a.n is not null and k.lane is null then 'BUFFERED'
    when a.n is not null then 'ENQUEUED'
    when k.instance is null or k.lane is null then 'UNKNOWN_INSTANCE'
    when i.kind = 1 then 'EXISTS'
    else 'FINISHED'
end as outcome
from input i
left join known k on k.instance = i.instance
left join accepted a on a.n = i.n
order by i.n
