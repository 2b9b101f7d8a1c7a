-- Those whose outcome of this very attempt stands written. An attempt that was taken over left an error too, but another
-- one; one that was snoozed left nothing but its place, which does not count it.
select f.id
from unnest(:ids::bigint[], :nodes::bigint[], :attempts::int[], :errors::text[], :snoozed::int[])
    as f(id, node, attempt, error, snoozed)
where exists (select from {schema}.job_done d where d.id = f.id and d.node = f.node and d.attempt = f.attempt)
    or exists (
        select from {schema}.job_error e
        where e.job_id = f.id and e.node = f.node and e.attempt = f.attempt and e.error = f.error)
    or f.snoozed = 1 and exists (
        select from {schema}.job_scheduled s where s.id = f.id and s.attempt = f.attempt - 1)
