-- The outbox. What a message is never changes and stays in one row of outbox_message; where it stands on its way to each
-- route is told by which of the narrow tables has a row for it: outbox_pending, outbox_waiting, outbox_delayed,
-- outbox_parked or outbox_delivered.

-- Messages of one key are always in the same bucket of 64. One bucket of one route is a lane: the unit in which nodes share
-- the work. Lane and route are the same number in two parts, so that the narrow tables carry one.
create function {schema}.outbox_lane_of(route int, key text) returns int
    language sql immutable parallel safe
    return route * 64 + get_byte(sha256(convert_to(key, 'UTF8')), 0) % 64;

-- A UUID of version 7: by time, so that new rows stand together in the index.
create function {schema}.outbox_new_id() returns uuid
    language sql volatile parallel safe
    return encode(
        set_byte(
            overlay(
                uuid_send(gen_random_uuid())
                placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                from 1 for 6),
            6, (get_byte(uuid_send(gen_random_uuid()), 6) & 15) | 112),
        'hex')::uuid;

-- Where messages go. Relay nodes write their routes here when they start, so that whoever publishes, in whatever
-- language, sends to all of them. A route that nobody relays any more keeps its messages waiting, in sight.
create table {schema}.outbox_route (
    id int generated always as identity primary key,
    name text not null unique,
    pattern text not null,
    defined_at timestamptz not null default now(),
    -- The transaction that defined it: those older than it may still be publishing without knowing of the route.
    defined_by xid8 not null default pg_current_xact_id()
);

create function {schema}.outbox_matches(pattern text, topic text) returns boolean
    language sql immutable parallel safe
    return pattern = topic or pattern = '*' or (right(pattern, 2) = '.*' and starts_with(topic, left(pattern, -1)));

create table {schema}.outbox_message (
    id uuid primary key,
    topic text not null,
    key text,
    content_type text not null,
    headers jsonb,
    payload bytea not null,
    published_at timestamptz not null default clock_timestamp(),
    -- How many routes have not forgotten it yet.
    route_count smallint not null
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Route 0 is nobody's: what no route matched waits there. The last of its rows to go takes the message with it; if two
-- went at the same moment, it is left to whoever prunes.
create index outbox_message_forgotten on {schema}.outbox_message (id) where route_count <= 0;

-- Hot: what can be delivered now. The primary key is the order in which it is read; there is no other index. The number is
-- drawn when the row is inserted: of two transactions that touch a key one after the other, the second draws the higher.
create table {schema}.outbox_pending (
    seq bigint generated always as identity,
    message_id uuid not null,
    lane int not null,
    bytes int not null,
    attempt smallint not null default 0,
    key text,
    primary key (lane, seq)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- Keys that are held back because their first message failed: until it is tried again, or for good if it is parked.
create table {schema}.outbox_held (
    until timestamptz not null,
    lane int not null,
    route int not null,
    key text not null,
    primary key (lane, key)
) with (fillfactor = 70);

create index outbox_held_until on {schema}.outbox_held (route, until);

-- The messages of held keys, out of the way of all others, however many they become.
create table {schema}.outbox_waiting (
    seq bigint not null,
    message_id uuid not null,
    lane int not null,
    bytes int not null,
    attempt smallint not null default 0,
    key text not null,
    primary key (lane, key, seq)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

-- Not due yet: published for later, or without a key and to be tried again.
create table {schema}.outbox_delayed (
    due_at timestamptz not null,
    message_id uuid not null,
    route int not null,
    lane int not null,
    bytes int not null,
    attempt smallint not null default 0,
    key text,
    primary key (route, due_at, message_id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

-- Dead letters. The number is the message's place in its key's order, to which it returns when it is retried.
create table {schema}.outbox_parked (
    id bigint generated always as identity primary key,
    seq bigint not null,
    message_id uuid not null,
    parked_at timestamptz not null default now(),
    route int not null,
    lane int not null,
    bytes int not null,
    attempt smallint not null,
    -- Its key waits for it.
    blocks boolean not null,
    key text
);

create table {schema}.outbox_delivered (
    message_id uuid not null,
    delivered_at timestamptz not null default now(),
    -- Its place in its key's order, in which it is replayed.
    seq bigint not null,
    route int not null,
    attempt smallint not null,
    -- Given up by a person instead.
    skipped boolean not null default false,
    primary key (message_id, route)
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.5);

create index outbox_delivered_at on {schema}.outbox_delivered (delivered_at);

-- Deliveries that failed, with the full error.
create table {schema}.outbox_error (
    message_id uuid not null,
    route int not null,
    failed_at timestamptz not null default clock_timestamp(),
    attempt smallint not null,
    node bigint not null,
    error text not null,
    primary key (message_id, route, failed_at, attempt)
);

-- Which node reads which lane: taken when there is something in it, given back when there is nothing left. The lease is
-- the node's. A node with little to do asks one with much for a lane by wanted_by.
create table {schema}.outbox_lane (
    lane int primary key,
    node bigint,
    wanted_by bigint,
    wanted_at timestamptz
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
