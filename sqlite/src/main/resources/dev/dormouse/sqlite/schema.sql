-- One row per instance, for as long as it exists. due_at is the moment at which it can be locked: the earliest message's
-- while it is free, the end of the lock while it is locked; null: there is nothing to do. So timers, delays and locks that
-- end by themselves are all found by one index. An instance without a name has not been started: its messages wait.
create table instance (
    id integer primary key,
    instance text not null unique,
    name text,
    version text,
    parent text,
    execution_id integer not null default 1,
    status text not null default 'RUNNING',
    output text,
    engine integer,
    custom_status text,
    custom_status_version integer not null default 0,
    created_at integer not null,
    updated_at integer not null,
    finished_at integer,
    due_at integer,
    held_until integer,
    token integer,
    attempt integer not null default 0
);
create index instance_due on instance (due_at) where due_at is not null;
create index instance_parent on instance (parent) where parent is not null;

create table execution (
    instance text not null,
    execution_id integer not null,
    status text not null,
    output text,
    engine integer,
    started_at integer not null,
    finished_at integer,
    primary key (instance, execution_id)
) without rowid;

create table history (
    instance text not null,
    execution_id integer not null,
    event_id integer not null,
    body text not null,
    primary key (instance, execution_id, event_id)
) without rowid;

create table message (
    id integer primary key autoincrement,
    instance text not null,
    visible_at integer not null,
    body text not null,
    timer_execution_id integer,
    timer_event_id integer
);
create index message_instance on message (instance, visible_at);

-- due_at as above: when the work can be locked, which is the end of the lock while it is locked.
create table work (
    id integer primary key autoincrement,
    instance text not null,
    execution_id integer not null,
    activity_id integer not null,
    name text not null,
    body text not null,
    session text,
    tag text,
    due_at integer not null,
    token integer,
    attempt integer not null default 0,
    unique (instance, execution_id, activity_id)
);
create index work_due on work (due_at, id);
create index work_session on work (session) where session is not null;

create table session (
    session text primary key,
    owner text not null,
    locked_until integer not null,
    used_at integer not null
) without rowid;

-- The key-value state as it was when the current execution began, and what this execution changed (null: cleared).
create table value (
    instance text not null,
    key text not null,
    value text not null,
    primary key (instance, key)
) without rowid;

create table value_change (
    instance text not null,
    key text not null,
    value text,
    primary key (instance, key)
) without rowid;

create view current_value as
    select instance, key, value from value_change where value is not null
    union all
    select instance, key, value from value
    where not exists (
        select 1 from value_change as change where change.instance = value.instance and change.key = value.key);
