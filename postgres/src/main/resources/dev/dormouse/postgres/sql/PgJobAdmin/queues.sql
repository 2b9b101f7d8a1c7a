-- All queues that hold unfinished work or have settings. Queues are found by leaping through the indexes from one lane to
-- the next, and what they hold is counted no further than the limit, so that a long backlog costs no more than that.
with recursive ready_heads as (
    -- The first row of each lane and priority has the smallest id there.
    (select lane, priority, id from {schema}.job_ready order by lane, priority, id limit 1)
    union all
    select n.lane, n.priority, n.id
    from ready_heads h
    cross join lateral (
        select lane, priority, id from {schema}.job_ready
        where (lane, priority) > (h.lane, h.priority)
        order by lane, priority, id
        limit 1
    ) n
),
scheduled_heads as (
    (select lane, id from {schema}.job_scheduled order by lane, due_at, id limit 1)
    union all
    select n.lane, n.id
    from scheduled_heads h
    cross join lateral (
        select lane, id from {schema}.job_scheduled where lane > h.lane order by lane, due_at, id limit 1
    ) n
),
ready as (
    select j.queue, sum(l.jobs) as jobs, min(l.enqueued_at) as oldest
    from (
        select
            h.lane, min(h.id) as id, min(o.enqueued_at) as enqueued_at,
            (select count(*) from (select from {schema}.job_ready r where r.lane = h.lane limit :count_max + 1) c) as jobs
        from ready_heads h
        cross join lateral (select enqueued_at from {schema}.job where id = h.id offset 0) o
        group by h.lane
    ) l
    cross join lateral (select queue from {schema}.job where id = l.id offset 0) j
    group by j.queue
),
scheduled as (
    select
        j.queue,
        sum((select count(*) from (select from {schema}.job_scheduled s where s.lane = h.lane limit :count_max + 1) c)) as jobs
    from scheduled_heads h
    cross join lateral (select queue from {schema}.job where id = h.id offset 0) j
    group by j.queue
),
running_ids as materialized (select job_id as id from {schema}.job_claim limit :count_max + 1),
running as (
    select j.queue, count(*) as jobs
    from running_ids i cross join lateral (select queue from {schema}.job where id = i.id offset 0) j
    group by j.queue
),
parked_ids as materialized (select id from {schema}.job_parked limit :count_max + 1),
parked as (
    select j.queue, count(*) as jobs
    from parked_ids i cross join lateral (select queue from {schema}.job where id = i.id offset 0) j
    group by j.queue
),
names as (
    select queue from ready union select queue from scheduled union select queue from running
    union select queue from parked union select name from {schema}.job_queue
)
select
    n.queue,
    q.paused_at, q.max_running, q.max_running_per_key, q.rate_count, q.rate_period_ms,
    coalesce(r.jobs, 0) as ready,
    coalesce(s.jobs, 0) as scheduled,
    coalesce(u.jobs, 0) as running,
    coalesce(p.jobs, 0) as parked,
    (select count(*) from running_ids) > :count_max as running_cut,
    (select count(*) from parked_ids) > :count_max as parked_cut,
    (extract(epoch from now() - r.oldest) * 1000)::bigint as oldest_ready_ms
from names n
left join ready r on r.queue = n.queue
left join scheduled s on s.queue = n.queue
left join running u on u.queue = n.queue
left join parked p on p.queue = n.queue
left join {schema}.job_queue q on q.name = n.queue
order by n.queue
