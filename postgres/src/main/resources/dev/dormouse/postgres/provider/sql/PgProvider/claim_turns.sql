with lanes as materialized (
    -- One index probe per lane: the one with the oldest goes first.
    select l.lane
    from (
        select named.lane from unnest(:lanes::bigint[]) as named(lane) where :named
        union all
        select known.lane from {schema}.turn_lanes() as known(lane) where not :named
    ) l
    cross join lateral (
        select t.due_at from {schema}.turn t
        where t.lane = l.lane and t.due_at <= statement_timestamp()
            and t.due_at >= timestamptz 'epoch' + :from * interval '1 microsecond'
        order by t.due_at
        limit 1
    ) head
    order by head.due_at
),
candidates as materialized (
    select c.instance, c.due_at
    from lanes
    cross join lateral (
        select t.instance, t.due_at from {schema}.turn t
        where t.lane = lanes.lane and t.due_at <= statement_timestamp()
            and t.due_at >= timestamptz 'epoch' + :from * interval '1 microsecond'
            and (:any_engine or t.engine is null or exists (
                select from unnest(:engines_from::int[], :engines_to::int[]) as r(low, high)
                where t.engine between r.low and r.high))
            -- Its code may be on other nodes only. What is no version at all is somebody's trouble, and is not left lying.
            and (:any_version or coalesce((
                select v.qualified = any (:versions::text[]) or v.qualified !~ ' (0|[1-9][0-9]*)([.](0|[1-9][0-9]*)){2}$'
                from {schema}.instance i, lateral (select i.name || ' ' || coalesce(i.asked_version, i.version)) v(qualified)
                where i.instance = t.instance), true))
        order by t.due_at
        limit :max
        for no key update skip locked
    ) c
    limit :max
),
claimed as (
    update {schema}.turn t
    set token = nextval('{schema}.claim_token'), attempt = t.attempt + 1,
        due_at = clock_timestamp() + :lock * interval '1 millisecond'
    where t.instance = any (array(select instance from candidates))
)
-- What is due for them must be read by a later statement: this one's view is older than its locks.
select
    set_config(
        'dormouse.claimed', coalesce((select array_agg(instance order by due_at)::text from candidates), '{}'), true),
    (select (extract(epoch from min(due_at)) * 1000000)::bigint from candidates) as oldest_micros
