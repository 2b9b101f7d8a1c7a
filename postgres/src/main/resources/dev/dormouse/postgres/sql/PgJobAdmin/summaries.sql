-- Where the jobs stand: in exactly one of the tables. Each lookup is by a primary key; a claim is found through the
-- nodes, of which there are few.
select
    j.id, j.queue, j.kind, j.priority, j.unique_key, j.limit_key, j.enqueued_at,
    coalesce(d.state,
        case
            when r.attempt is not null then 'ready'
            when s.attempt is not null then 'scheduled'
            when c.attempt is not null then 'running'
            when p.attempt is not null then 'parked'
        end) as state,
    coalesce(r.attempt, s.attempt, c.attempt, p.attempt, d.attempt) as attempt,
    s.due_at, p.parked_at, d.finished_at,
    coalesce(c.claimed_at, d.claimed_at) as claimed_at,
    coalesce(c.node, d.node) as node,
    coalesce(d.reason, x.reason) as reason,
    x.job_id is not null and c.attempt is not null as cancelling,
    g.fraction, g.note, g.updated_at
from unnest(:ids::bigint[]) as i(id)
cross join lateral (
    select id, lane, queue, kind, priority, unique_key, limit_key, enqueued_at from {schema}.job where id = i.id offset 0
) j
left join lateral (
    select attempt from {schema}.job_ready
    where lane in (j.lane, {schema}.job_blocked_lane(j.lane, j.limit_key)) and priority = j.priority and id = j.id
    offset 0
) r on true
left join lateral (select attempt, due_at from {schema}.job_scheduled where id = j.id offset 0) s on true
left join lateral (
    select claim.node, claim.attempt, claim.claimed_at
    from {schema}.node n
    join {schema}.job_claim claim on claim.node = n.id and claim.job_id = j.id
    offset 0
) c on true
left join lateral (select attempt, parked_at from {schema}.job_parked where id = j.id offset 0) p on true
left join lateral (
    select attempt, state, node, claimed_at, finished_at, reason from {schema}.job_done where id = j.id offset 0
) d on true
left join {schema}.job_cancel x on x.job_id = j.id
left join {schema}.job_progress g on g.job_id = j.id
order by j.id desc
