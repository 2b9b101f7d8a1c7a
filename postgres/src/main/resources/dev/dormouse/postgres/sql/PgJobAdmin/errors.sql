select attempt, failed_at, node, claimed_at, error
from {schema}.job_error
where job_id = any (:ids::bigint[])
order by failed_at, attempt
