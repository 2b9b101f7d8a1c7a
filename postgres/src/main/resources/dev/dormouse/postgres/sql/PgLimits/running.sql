select count(*) from {schema}.job_claim c cross join lateral (
    select queue from {schema}.job where id = c.job_id offset 0
) j
where j.queue = :queue
