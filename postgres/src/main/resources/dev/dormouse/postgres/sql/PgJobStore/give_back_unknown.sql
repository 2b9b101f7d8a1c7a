-- A claim holds a key share of its node's row until it commits: this waits for one that is still under way, and the next
-- statement, with a snapshot of its own, sees it.
select id from {schema}.node where id = :node for update;
with back as (
    delete from {schema}.job_claim c
    using {schema}.job j
    where c.node = :node and j.id = any (array[c.job_id]) and j.lane = any (:lanes::bigint[]) and c.job_id <> all (:known::bigint[])
    returning c.job_id, c.attempt, j.lane, j.priority
)
insert into {schema}.job_ready (lane, priority, id, attempt)
select lane, priority, job_id, attempt - 1 from back
