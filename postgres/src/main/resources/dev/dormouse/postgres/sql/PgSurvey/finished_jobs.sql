-- The smallest is one probe of the index; a condition on it could be planned as a scan.
select
    '!finished_jobs',
    coalesce(
        (select min(finished_at) from {schema}.job_done) <= now() - :finished_jobs_retention * interval '1 millisecond', false),
    null::bigint
