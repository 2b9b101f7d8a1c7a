-- Locks the next parked jobs that match, passing over those that others hold. In the order of their unique keys, so that
-- two who take these keys back at the same time cannot lock each other out.
with candidates as materialized (
    select id from {schema}.job_parked where id > :after order by id limit :scan for update skip locked
),
batch as (
    select c.id, j.kind, j.unique_key
    from candidates c
    cross join lateral (select queue, kind, limit_key, unique_key from {schema}.job where id = c.id offset 0) j
    where (:queue::text is null or j.queue = :queue)
        and (:kind::text is null or j.kind = :kind)
        and (:limit_key::text is null or j.limit_key = :limit_key)
)
select s.last_id, b.id
from (select max(id) as last_id from candidates) s
left join batch b on true
order by b.kind, b.unique_key, b.id
