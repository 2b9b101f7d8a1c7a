-- The first blocked job of every key and kind comes back, whatever its queue: a node is gone, and with it what it ran.
with back as materialized (
    select l.queue, l.lane as own, r.lane, r.priority, r.id
    from {schema}.job_blocked l
    cross join lateral (
        select lane, priority, id from {schema}.job_ready
        where lane = {schema}.job_blocked_lane(l.lane, l.limit_key)
        order by priority, id
        limit 1
    ) r
),
moved as (
    update {schema}.job_ready r set lane = b.own from back b
    where r.lane = b.lane and r.priority = b.priority and r.id = b.id
    returning b.queue
)
select pg_notify('{channel}', 'job:' || queue) from (select distinct queue from moved) m
