-- What is set for a queue as a whole. A queue without a row here runs, without limits.

create table {schema}.job_queue (
    name text primary key,
    paused_at timestamptz,
    max_running int check (max_running > 0),
    max_running_per_key int check (max_running_per_key > 0),
    rate_count int check (rate_count > 0),
    rate_period_ms bigint check (rate_period_ms > 0),
    check ((rate_count is null) = (rate_period_ms is null))
);

-- A job that waits for its time is looked at and cancelled by its id. (A ready one is found by its lane and priority,
-- which its row in job tells, and needs no index of its own.)
create index job_scheduled_id on {schema}.job_scheduled (id);
