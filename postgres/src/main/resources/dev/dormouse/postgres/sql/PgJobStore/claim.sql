with alive as materialized (
    -- Key share: as long as this transaction is open, nobody can take the node over and leave our claims without it.
    -- A queue that is paused or has limits is claimed from under a lock, by another way to this statement.
    select id from {schema}.node
    where id = :node and lease_until > now()
        and (:permitted or not exists (select from {schema}.job_queue q where q.name = :queue and q.restricted))
    for key share
),
lanes as materialized (
    -- One index probe per registered kind: the lane with the best row goes first.
    select l.lane, l.from_priority, l.from_id
    from unnest(:lanes::bigint[], :from_priorities::smallint[], :from_ids::bigint[]) as l(lane, from_priority, from_id)
    cross join lateral (
        select r.priority, r.id from {schema}.job_ready r
        where r.lane = l.lane and (r.priority, r.id) >= (l.from_priority, l.from_id)
        order by r.priority, r.id
        limit 1
    ) head
    order by head.priority, head.id
),
candidates as materialized (
    -- The order is the index's, so nothing is sorted; the outer limit stops at the first lanes that are enough.
    select c.tid
    from lanes
    cross join lateral (
        select r.ctid as tid from {schema}.job_ready r
        where r.lane = lanes.lane and (r.priority, r.id) >= (lanes.from_priority, lanes.from_id)
        order by r.priority, r.id
        limit :max
        for no key update skip locked
    ) c
    where exists (select from alive)
    limit :max
),
taken as (
    -- By row address: the rows are locked, so it cannot change, and no join can be planned badly.
    delete from {schema}.job_ready r
    where r.ctid = any (array(select tid from candidates))
    returning r.id, r.priority, r.attempt + 1 as attempt
),
claimed as (
    insert into {schema}.job_claim (node, job_id, attempt, claimed_at)
    select :node, id, attempt, statement_timestamp() from taken
)
select j.id, t.attempt, j.kind, t.priority, j.payload, j.headers, j.unique_key is not null as is_unique, j.limit_key
from taken t
cross join lateral (
    -- offset 0 keeps this a lookup per row: a join could be planned as a scan of every job there is.
    select id, kind, payload, unique_key, limit_key,
        case when headers is not null
            then array(select unnest(array[key, value]) from jsonb_each_text(headers)) end as headers
    from {schema}.job where id = t.id
    offset 0
) j
order by t.priority, t.id
