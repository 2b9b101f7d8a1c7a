-- What this claim took too many of a key, because it came in after the look at what is ready: it waits as if it had been
-- seen there. Returns what is not claimed after all.
with mine as materialized (
    select
        i.id, j.limit_key, j.lane, j.priority,
        row_number() over (partition by j.limit_key order by j.priority, i.id) as place
    from unnest(:ids::bigint[]) as i(id)
    cross join lateral (select limit_key, lane, priority from {schema}.job where id = i.id offset 0) j
),
running as (
    select j.limit_key, count(*) as jobs
    from {schema}.job_claim c
    cross join lateral (select queue, limit_key from {schema}.job where id = c.job_id offset 0) j
    where j.queue = :queue and j.limit_key is not null and c.job_id <> all (:ids::bigint[])
    group by j.limit_key
),
too_many as materialized (
    select m.id, m.limit_key, m.lane, m.priority
    from mine m left join running r on r.limit_key = m.limit_key
    where m.place + coalesce(r.jobs, 0) > :per_key
),
gone as (
    delete from {schema}.job_claim c using too_many t where c.node = :node and c.job_id = t.id
    returning c.job_id, c.attempt
),
back as (
    insert into {schema}.job_ready (lane, priority, id, attempt)
    select {schema}.job_blocked_lane(t.lane, t.limit_key), t.priority, t.id, g.attempt - 1
    from gone g join too_many t on t.id = g.job_id
),
listed as (
    insert into {schema}.job_blocked (queue, limit_key, lane)
    select distinct :queue, limit_key, lane from too_many
    on conflict do nothing
)
select job_id from gone
