-- Jobs that are enqueued again and again. The next fire time is null while a schedule is paused or has no tick any more.

create table {schema}.job_schedule (
    name text primary key,
    timing text not null,
    zone text not null,
    overlap text not null check (overlap in ('ALLOW', 'SKIP')),
    catch_up text not null check (catch_up in ('NONE', 'ONE', 'ALL')),
    queue text not null,
    kind text not null,
    priority smallint not null,
    payload bytea not null,
    headers jsonb,
    limit_key text,
    definition_hash text not null,
    next_fire_at timestamptz,
    last_fire_at timestamptz,
    paused_at timestamptz,
    error text,
    defined_at timestamptz not null default now()
) with (fillfactor = 50);

create index job_schedule_next_fire_at on {schema}.job_schedule (next_fire_at);
