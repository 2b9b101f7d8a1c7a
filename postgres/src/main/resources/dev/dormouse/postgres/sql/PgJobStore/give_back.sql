with back as (
    delete from {schema}.job_claim c
    using unnest(:ids::bigint[], :nodes::bigint[], :attempts::int[]) as f(id, node, attempt)
    where c.node = any (array[f.node]) and c.job_id = f.id and c.attempt = f.attempt
    returning c.job_id, c.attempt
)
insert into {schema}.job_ready (lane, priority, id, attempt)
select j.lane, j.priority, j.id, b.attempt - 1 from back b join {schema}.job j on j.id = any (array[b.job_id]);
select {schema}.heed_cancel(:ids::bigint[]) where exists (select from {schema}.job_cancel where job_id = any (:ids::bigint[]))
