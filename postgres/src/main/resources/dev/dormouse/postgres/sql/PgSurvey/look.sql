-- One statement per fallback interval for the whole node: it is alive, the long gone are forgotten, and is there work?
with seen as (
    update {schema}.node set seen_at = now(), expected_at = now() + :absence * interval '1 millisecond' where id = :node
),
gone as (
    delete from {schema}.node
    where expected_at < now() and lease_until = 'infinity' and id <> :node
    returning id
),
silenced as (
    delete from {schema}.sleeper s where not exists (select from {schema}.node n where n.id = s.node)
)
select
    q.queue,
    bool_or(exists (select from {schema}.job_ready r where r.lane = q.lane order by r.priority, r.id limit 1)) as ready,
    ceil(extract(epoch from least(
        min((select due_at from {schema}.job_scheduled s where s.lane = q.lane order by due_at limit 1)),
        (select min(lease_until) from {schema}.node where id <> :node and lease_until < 'infinity')
    ) - clock_timestamp()) * 1000)::bigint as due_in_ms,
    -- The smallest is one probe of the index; a condition on it could be planned as a scan.
    coalesce(
        (select min(finished_at) from {schema}.job_done) <= now() - :retention * interval '1 millisecond', false) as prunable
from unnest(:queues::text[], :lanes::bigint[]) as q(queue, lane)
group by q.queue
union all
select 'cron', false, ceil(extract(epoch from min(next_fire_at) - clock_timestamp()) * 1000)::bigint, false
from {schema}.job_schedule
having :schedules
