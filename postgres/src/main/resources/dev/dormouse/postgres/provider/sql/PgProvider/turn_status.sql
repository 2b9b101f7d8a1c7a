-- Unlocked: what others hold at this moment counts, because they may give it back and nobody would tell.
with lanes as materialized (
    select named.lane from unnest(:lanes::bigint[]) as named(lane) where :named
    union all
    select known.lane from {schema}.turn_lanes() as known(lane) where not :named
)
select
    exists (
        select from lanes l
        cross join lateral (
            select from {schema}.turn t
            where t.lane = l.lane and t.due_at <= statement_timestamp()
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
            limit 1
        ) due
    -- A note that nobody can act upon for so long is in the hands of a transaction that takes its time.
    ) or exists (
        select from {schema}.turn_poke where poked_at > statement_timestamp() - interval '200 milliseconds') as more,
    ceil(extract(epoch from least((
        select min(later.due_at) from lanes l
        cross join lateral (
            select t.due_at from {schema}.turn t
            where t.lane = l.lane and t.due_at > statement_timestamp()
            order by t.due_at
            limit 1
        ) later
    ), (
        select clock_timestamp() + interval '200 milliseconds' from {schema}.turn_poke limit 1
    )) - clock_timestamp()) * 1000)::bigint as due_in_ms
