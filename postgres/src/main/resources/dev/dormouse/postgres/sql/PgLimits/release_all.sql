-- The first blocked job of every key comes back, whatever its queue: a node died, or a limit changed. Blocked lanes are
-- found by leaping from lane to lane; in one of them the first row's own lane is another.
with recursive heads as (
    (select lane, priority, id from {schema}.job_ready order by lane, priority, id limit 1)
    union all
    select n.lane, n.priority, n.id
    from heads h
    cross join lateral (
        select lane, priority, id from {schema}.job_ready
        where lane > h.lane
        order by lane, priority, id
        limit 1
    ) n
)
update {schema}.job_ready r set lane = j.lane
from heads h cross join lateral (select lane from {schema}.job where id = h.id offset 0) j
where j.lane <> h.lane and r.lane = h.lane and r.priority = h.priority and r.id = h.id
