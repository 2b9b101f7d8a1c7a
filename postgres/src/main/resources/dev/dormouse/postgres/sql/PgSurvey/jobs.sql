select
    q.queue,
    -- Not by exists, which forgets the order, and could then be planned as a scan of all that is ready in other lanes.
    coalesce(bool_or((
        select true from {schema}.job_ready r where r.lane = q.lane order by r.priority, r.id limit 1)), false) as ready,
    ceil(extract(epoch from least(
        min((select due_at from {schema}.job_scheduled s where s.lane = q.lane order by due_at limit 1)),
        (select min(lease_until) from {schema}.node where id <> :node and lease_until < 'infinity')
    ) - clock_timestamp()) * 1000)::bigint as due_in_ms
from unnest(:job_queues::text[], :job_lanes::bigint[]) as q(queue, lane)
group by q.queue
