-- Jobs with these keys have ended: of every kind, as many of the blocked ones come back as could run at once; what is too
-- many is blocked again by the next claim. Returns the lanes they came back to.
with lanes as materialized (
    select limit_key, lane, {schema}.job_blocked_lane(lane, limit_key) as blocked
    from {schema}.job_blocked where queue = :queue and limit_key = any (:keys::text[])
),
back as materialized (
    select l.lane as own, r.lane, r.priority, r.id
    from lanes l
    cross join lateral (
        select lane, priority, id from {schema}.job_ready where lane = l.blocked order by priority, id limit :per_key
    ) r
),
emptied as (
    delete from {schema}.job_blocked b using lanes l
    where b.queue = :queue and b.limit_key = l.limit_key and b.lane = l.lane
        and not exists (select from back where back.lane = l.blocked)
)
update {schema}.job_ready r set lane = b.own from back b
where r.lane = b.lane and r.priority = b.priority and r.id = b.id
returning b.own
