-- Looks at the rows that the next claim could take, in every lane, and moves those whose key is used up out of the way.
-- Returns how many were moved; none means that all that were looked at may run together.
with candidates as materialized (
    select r.lane, r.priority, r.id
    from unnest(:lanes::bigint[]) as l(lane)
    cross join lateral (
        -- Locked: one that is being cancelled at this moment will not run, and must not stand in the way of others.
        select lane, priority, id from {schema}.job_ready
        where lane = l.lane
        order by priority, id
        limit :scan
        for no key update skip locked
    ) r
),
keyed as materialized (
    select
        c.lane, c.priority, c.id, j.limit_key,
        row_number() over (partition by j.limit_key order by c.priority, c.id) as place
    from candidates c
    cross join lateral (select limit_key from {schema}.job where id = c.id offset 0) j
    where j.limit_key is not null
),
running as (
    select j.limit_key, count(*) as jobs
    from {schema}.job_claim c
    cross join lateral (select queue, limit_key from {schema}.job where id = c.job_id offset 0) j
    where j.queue = :queue and j.limit_key is not null
    group by j.limit_key
),
too_many as (
    select k.lane, k.priority, k.id, k.limit_key
    from keyed k left join running r on r.limit_key = k.limit_key
    where k.place + coalesce(r.jobs, 0) > :per_key
),
moved as (
    update {schema}.job_ready r set lane = {schema}.job_blocked_lane(t.lane, t.limit_key)
    from too_many t
    where r.lane = t.lane and r.priority = t.priority and r.id = t.id
    returning r.id
),
listed as (
    insert into {schema}.job_blocked (queue, limit_key, lane)
    select distinct :queue, limit_key, lane from too_many
    on conflict do nothing
)
select count(*) from moved
