-- In the order of their names, so that two transactions that start the same cannot lock each other out.
with input as materialized (
    select distinct on (m.instance) m.*
    from unnest(
        :message_acks::int[], :message_instances::text[], :message_delays::bigint[], :message_kinds::int[],
        :start_lanes::bigint[], :start_names::text[], :start_versions::text[], :start_parents::text[]
    ) with ordinality as m(ack, instance, delay_ms, kind, lane, name, version, parent, n)
    where (select {schema}.valid_items())[m.ack] and m.kind in (1, 3)
    order by m.instance, m.kind, m.n
),
rows as (
    insert into {schema}.turn as t (instance, lane, starts_at, due_at)
    select instance, case when kind = 1 then lane end,
        case when kind = 1 and delay_ms > 0 then clock_timestamp() + delay_ms * interval '1 millisecond' end,
        case when kind = 1 then clock_timestamp() + delay_ms * interval '1 millisecond' end
    from input
    order by instance
    on conflict (instance) do update set lane = excluded.lane, starts_at = excluded.starts_at, due_at = null
    where t.lane is null and excluded.lane is not null
    returning t.instance, t.lane
),
added as (
    insert into {schema}.instance (instance, name, asked_version, parent)
    select i.instance, i.name, i.version, i.parent
    from input i where i.kind = 1 and (i.instance in (select instance from rows)) is true
),
started as materialized (
    select i.n from input i where i.kind = 1 and (i.instance in (select instance from rows)) is true
)
select set_config('dormouse.started', array(
    select m.n in (select s.n from started s) from generate_series(1, cardinality(:message_kinds::int[])) as m(n) order by m.n
)::text, true)
