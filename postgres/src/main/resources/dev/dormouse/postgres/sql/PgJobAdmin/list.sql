-- The ids of one page, newest first. Every table is read down its own index from the cursor, and no further than the
-- limit of the scan, so that a filter that matches nothing costs no more than one that does; job_ready and job_claim
-- have no index by id, but are narrow. There is always a row: it tells how far the scan came.
with candidates as materialized (
    select id from (
        (select r.id from {schema}.job_ready r where :ready and r.id < :before order by r.id desc limit :scan)
        union all
        (select s.id from {schema}.job_scheduled s where :scheduled and s.id < :before order by s.id desc limit :scan)
        union all
        (select c.job_id from {schema}.job_claim c where :running and c.job_id < :before order by c.job_id desc limit :scan)
        union all
        (select p.id from {schema}.job_parked p where :parked and p.id < :before order by p.id desc limit :scan)
        union all
        (select d.id from {schema}.job_done d where :done and d.id < :before order by d.id desc limit :scan)
    ) c
    order by id desc
    limit :scan
),
page as (
    select c.id
    from candidates c
    cross join lateral (select queue, kind, limit_key from {schema}.job where id = c.id offset 0) j
    where (:queue::text is null or j.queue = :queue)
        and (:kind::text is null or j.kind = :kind)
        and (:limit_key::text is null or j.limit_key = :limit_key)
        and (not :some_done or not exists (
            select from {schema}.job_done d where d.id = c.id and d.state <> all (:done_states::text[])))
    order by c.id desc
    limit :max
)
select s.scanned, s.last_id, page.id
from (select count(*) as scanned, min(id) as last_id from candidates) s
left join page on true
order by page.id desc
