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

-- Lanes that hold, or lately held, jobs whose limit key is used up. A key is shared by all kinds of a queue: when it has
-- room again, the first of every kind come back, because which kinds some node is there for is not known here.
create table {schema}.job_blocked (
    queue text not null,
    limit_key text not null,
    lane bigint not null,
    primary key (queue, limit_key, lane)
);

-- A job that waits for its time is looked at and cancelled by its id. (A ready one is found by its lane and priority,
-- which its row in job tells, and needs no index of its own.)
create index job_scheduled_id on {schema}.job_scheduled (id);
