-- Jobs. What a job is never changes and stays in one row of job; where it stands is told by which of the narrow tables
-- holds its id: job_scheduled, job_ready, job_claim, job_parked or job_done.

-- A lane is one kind in one queue. Its number is a hash of both names, so that nobody has to look it up.
create function {schema}.job_lane(queue text, kind text) returns bigint
    language sql immutable strict parallel safe
    return ('x' || encode(substr(sha256(convert_to(queue || chr(31) || kind, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint;

-- Jobs that wait because their limit key is used up stand in job_ready too, but in a lane of that key beside their own,
-- where nobody claims.
create function {schema}.job_blocked_lane(lane bigint, limit_key text) returns bigint
    language sql immutable strict parallel safe
    return {schema}.job_lane(lane::text, chr(30) || limit_key);

create table {schema}.job (
    id bigint generated always as identity primary key,
    lane bigint not null,
    priority smallint not null,
    queue text not null,
    kind text not null,
    payload bytea not null,
    headers jsonb,
    limit_key text,
    unique_key text,
    enqueued_at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Hot: rows live for milliseconds. The primary key is the order in which they are claimed; there is no other index.
create table {schema}.job_ready (
    lane bigint not null,
    id bigint not null,
    priority smallint not null,
    attempt smallint not null default 0,
    primary key (lane, priority, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

create table {schema}.job_scheduled (
    lane bigint not null,
    due_at timestamptz not null,
    id bigint not null,
    priority smallint not null,
    attempt smallint not null default 0,
    primary key (lane, due_at, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- Running. Node and attempt are the fencing token; the lease is the node's.
create table {schema}.job_claim (
    node bigint not null,
    job_id bigint not null,
    claimed_at timestamptz not null,
    attempt smallint not null,
    primary key (node, job_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

create table {schema}.job_parked (
    id bigint primary key,
    attempt smallint not null,
    parked_at timestamptz not null default now()
);

create table {schema}.job_done (
    id bigint primary key,
    node bigint,
    claimed_at timestamptz,
    finished_at timestamptz not null default now(),
    attempt smallint not null,
    state text not null,
    result bytea,
    reason text
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.5);

create index job_done_finished_at on {schema}.job_done (finished_at);

-- Attempts that failed, with the full error.
create table {schema}.job_error (
    job_id bigint not null,
    failed_at timestamptz not null default clock_timestamp(),
    attempt smallint not null,
    node bigint not null,
    claimed_at timestamptz,
    error text not null,
    primary key (job_id, failed_at, attempt)
);

-- Keys that at most one job of a kind may hold; until is what the job must reach before it gives the key up.
create table {schema}.job_unique (
    kind text not null,
    key text not null,
    job_id bigint not null,
    until text not null,
    primary key (kind, key)
);

create index job_unique_job_id on {schema}.job_unique (job_id);

create table {schema}.job_cancel (
    job_id bigint primary key,
    reason text not null,
    requested_at timestamptz not null default now()
);

create table {schema}.job_progress (
    job_id bigint primary key,
    fraction double precision not null,
    note text,
    updated_at timestamptz not null default now()
) with (fillfactor = 70);
