delete from {schema}.job_rate
where queue = :queue and claimed_at <= clock_timestamp() - :period * interval '1 millisecond';
select
    coalesce(sum(jobs), 0) as jobs,
    ceil(extract(epoch from min(claimed_at) + :period * interval '1 millisecond' - clock_timestamp()) * 1000)::bigint
        as frees_in_ms
from {schema}.job_rate where queue = :queue
