-- What limits need: a quick answer to whether a queue has any, and when jobs were started lately.

alter table {schema}.job_queue add column restricted boolean not null generated always as (
    paused_at is not null or max_running is not null or max_running_per_key is not null or rate_count is not null
) stored;

-- One row per claim, not per job; rows older than the rate's period are removed by the next claim.
create table {schema}.job_rate (
    queue text not null,
    claimed_at timestamptz not null,
    jobs int not null,
    primary key (queue, claimed_at)
);
