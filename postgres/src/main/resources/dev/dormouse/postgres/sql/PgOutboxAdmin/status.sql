-- Counts stop at a limit, and the oldest of a lane is its first row: nothing is counted through.
select
    r.name, r.pattern,
    (select count(*) from (
        select from {schema}.outbox_pending where lane >= r.id * 64 and lane < r.id * 64 + 64 limit :max + 1) c)
    + (select count(*) from (
        select from {schema}.outbox_waiting where lane >= r.id * 64 and lane < r.id * 64 + 64 limit :max + 1) c)
        as undelivered,
    (select count(*) from (select from {schema}.outbox_delayed where route = r.id limit :max + 1) c) as delayed,
    (select count(*) from (select from {schema}.outbox_held where route = r.id limit :max + 1) c) as held_keys,
    (select count(*) from (select from {schema}.outbox_parked where route = r.id limit :max + 1) c) as parked,
    (
        select floor(extract(epoch from clock_timestamp() - min(m.published_at)) * 1000)::bigint
        from (
            select p.message_id
            from generate_series(r.id * 64, r.id * 64 + 63) as g(lane)
            cross join lateral (
                select message_id from {schema}.outbox_pending where lane = g.lane order by seq limit 1
            ) p
            union all
            select w.message_id
            from (select lane, key from {schema}.outbox_held where route = r.id limit :max) h
            cross join lateral (
                select message_id from {schema}.outbox_waiting where lane = h.lane and key = h.key order by seq limit 1
            ) w
        ) first
        join {schema}.outbox_message m on m.id = first.message_id
    ) as oldest_ms,
    pg_stat_get_live_tuples('{schema}.outbox_pending'::regclass) as estimate
from (
    select id, name, pattern from {schema}.outbox_route
    union all
    select 0, '', ''
) r
order by r.id
