-- Orchestrations: instances with their histories, the messages that wait for them, and the activities they asked for.

-- The hot row of an instance, which lives as long as the instance. due_at is the moment at which it can be claimed: its
-- earliest message when nobody has it, the end of the lock when somebody has; null: there is nothing to do. So one index
-- gives the order of claims, timers, delays and the expiry of locks alike.
create table {schema}.turn (
    instance text collate "C" primary key,
    -- Null until the instance is started: what waits for it cannot be claimed before.
    lane bigint,
    due_at timestamptz,
    -- A message that comes before a delayed start waits for it.
    starts_at timestamptz,
    token bigint,
    attempt int not null default 0,
    engine int,
    execution_id bigint not null default 1,
    last_event_id bigint not null default 0,
    finished boolean not null default false,
    updated_at timestamptz not null default clock_timestamp()
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_cost_delay = 0);

create index turn_due on {schema}.turn (lane, due_at) where lane is not null and due_at is not null;

create sequence {schema}.claim_token cache 16;

create table {schema}.turn_message (
    id bigint generated always as identity primary key,
    instance text collate "C" not null,
    visible_at timestamptz not null,
    timer_execution_id bigint,
    timer_event_id bigint,
    body text not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

create index turn_message_instance on {schema}.turn_message (instance, visible_at);

-- Messages that were put in without touching the instance's row: because their transaction may take long, or because
-- somebody else had the row. The next one who looks for work makes the instance due.
create table {schema}.turn_poke (
    id bigint generated always as identity primary key,
    instance text collate "C" not null,
    due_at timestamptz not null,
    poked_at timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create index turn_poke_instance on {schema}.turn_poke (instance);

-- What an instance is, for people and for clients; changes seldom.
create table {schema}.instance (
    instance text collate "C" primary key,
    id bigint generated always as identity,
    name text not null,
    version text,
    -- The version that the last start asked for, until a turn has decided.
    asked_version text,
    parent text collate "C",
    status text not null default 'RUNNING',
    custom_status text,
    custom_status_version bigint not null default 0,
    created_at timestamptz not null default clock_timestamp()
);

create unique index instance_id on {schema}.instance (id);
create index instance_status on {schema}.instance (status, id);
create index instance_parent on {schema}.instance (parent) where parent is not null;

create table {schema}.execution (
    instance text collate "C" not null,
    execution_id bigint not null,
    status text not null default 'RUNNING',
    output text,
    engine int,
    started_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    primary key (instance, execution_id)
);

-- Append only: one row per turn.
create table {schema}.history (
    instance text collate "C" not null,
    execution_id bigint not null,
    first_event_id bigint not null,
    last_event_id bigint not null,
    event_ids bigint[] not null,
    bodies text[] not null,
    primary key (instance, execution_id, first_event_id)
);

-- value is the state as of the beginning of the current execution; what the execution has changed stands beside it.
create table {schema}.instance_value (
    instance text collate "C" not null,
    key text collate "C" not null,
    value text,
    changed boolean not null default false,
    new_value text,
    primary key (instance, key)
);

-- due_at: when it can be fetched, which for one that is locked is the end of its lock. A lane is one name with one tag,
-- and work of sessions has lanes of its own, where only those look who serve sessions.
create table {schema}.activity (
    id bigint generated always as identity primary key,
    lane bigint not null,
    due_at timestamptz not null,
    token bigint,
    attempt int not null default 0,
    execution_id bigint not null,
    activity_id bigint not null,
    instance text collate "C" not null,
    name text not null,
    tag text,
    session text collate "C",
    body text not null
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_cost_delay = 0);

create index activity_due on {schema}.activity (lane, due_at, id);
create index activity_instance on {schema}.activity (instance, execution_id, activity_id);
create index activity_session on {schema}.activity (session) where session is not null;

create table {schema}.session (
    session text collate "C" primary key,
    owner text collate "C" not null,
    held_until timestamptz not null,
    used_at timestamptz not null
) with (fillfactor = 50);

create index session_owner on {schema}.session (owner);

-- Lanes in which something is or will be due, one probe of the index each: for those who do not name what they want.
create function {schema}.turn_lanes() returns setof bigint
language sql stable rows 10
set search_path = pg_catalog, pg_temp
as $function$
    with recursive known (lane) as (
        (select t.lane from {schema}.turn t where t.lane is not null and t.due_at is not null order by t.lane limit 1)
        union all
        select (
            select t.lane from {schema}.turn t
            where t.lane > k.lane and t.lane is not null and t.due_at is not null
            order by t.lane limit 1
        )
        from known k where k.lane is not null
    )
    select lane from known where lane is not null
$function$;

create function {schema}.activity_lanes() returns setof bigint
language sql stable rows 10
set search_path = pg_catalog, pg_temp
as $function$
    with recursive known (lane) as (
        (select a.lane from {schema}.activity a order by a.lane limit 1)
        union all
        select (select a.lane from {schema}.activity a where a.lane > k.lane order by a.lane limit 1)
        from known k where k.lane is not null
    )
    select lane from known where lane is not null
$function$;

-- How the statements of one transaction tell those after them which of many items they concern: a setting that ends
-- with the transaction. The parts of an item that turned out to be invalid are then left out by all of them. What belongs
-- to no item has the number 0. To be called in a subquery, which is evaluated once and not for every row.
create function {schema}.valid_items() returns boolean[]
    language sql stable parallel safe
    return coalesce(nullif(pg_catalog.current_setting('dormouse.valid', true), '')::boolean[], '[0:0]={t}');

create function {schema}.started_items() returns int[]
    language sql stable parallel safe
    return coalesce(nullif(pg_catalog.current_setting('dormouse.started', true), '')::int[], '{}');

create function {schema}.claimed_instances() returns text[]
    language sql stable parallel safe
    return coalesce(nullif(pg_catalog.current_setting('dormouse.claimed', true), '')::text[], '{}');

-- For rows that other programs insert; see the switch for triggers.
create function {schema}.notify_turns() returns trigger
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform pg_notify('{channel}', 'turn');
    return null;
end
$function$;

create function {schema}.notify_activities() returns trigger
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform pg_notify('{channel}', queue)
    from (select distinct 'activity' || coalesce(':' || tag, '') as queue from added where char_length(tag) <= 120 or tag is null) a;
    perform pg_notify('{channel}', 'activity:*') from (select from added where tag is not null limit 1) a;
    return null;
end
$function$;
