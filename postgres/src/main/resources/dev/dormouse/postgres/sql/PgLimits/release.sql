-- Jobs with these keys have ended: as many of the blocked ones as could run at once come back; what is too many is
-- blocked again by the next claim.
with back as materialized (
    select b.lane, b.priority, b.id
    from unnest(:keys::text[]) as k(key)
    cross join lateral (
        select lane, priority, id from {schema}.job_ready
        where lane = {schema}.job_blocked_lane(:queue, k.key)
        order by priority, id
        limit :per_key
    ) b
)
update {schema}.job_ready r set lane = j.lane
from back b cross join lateral (select lane from {schema}.job where id = b.id offset 0) j
where r.lane = b.lane and r.priority = b.priority and r.id = b.id
