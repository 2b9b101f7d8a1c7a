-- No row: the handler's transaction was committed. A row that is free: it was rolled back. A row that is not: it is open.
with free as materialized (
    select job_id from {schema}.job_claim where node = :node and job_id = :id and attempt = :attempt
    for update skip locked
)
select exists (select from free) as free
from {schema}.job_claim where node = :node and job_id = :id and attempt = :attempt
