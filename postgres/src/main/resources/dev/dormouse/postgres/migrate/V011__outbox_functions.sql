-- Messages from programs in any language: they exist if and when the caller's transaction commits, and so does the wake.

create function {schema}.check_message(topic text, key text, content_type text, headers jsonb) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform {schema}.check_name('topic', topic);
    perform {schema}.check_key('key', key);
    if content_type is null or octet_length(convert_to(content_type, 'UTF8')) not between 1 and 255 then
        raise exception 'content_type must have 1 to 255 bytes, not %', coalesce(quote_literal(left(content_type, 60)), 'null')
            using errcode = 'invalid_parameter_value';
    end if;
    perform {schema}.check_headers(headers);
end
$function$;

-- The payload is kept exactly as given. Returns the id by which consumers recognise repetitions.
create function {schema}.publish(
    topic text,
    payload bytea,
    key text default null,
    content_type text default 'application/octet-stream',
    headers jsonb default null,
    delay interval default null
) returns uuid
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
declare
    message_id uuid := {schema}.outbox_new_id();
    sorted_by text := coalesce(key, message_id::text);
    routes int[];
    wait_ms bigint := ceil(extract(epoch from delay) * 1000);
begin
    perform {schema}.check_message(topic, key, content_type, headers);
    if payload is null then
        raise exception 'payload of topic % must not be null: pass an empty one', topic
            using errcode = 'invalid_parameter_value';
    end if;
    perform {schema}.check_payload_size('the payload of topic ' || topic, octet_length(payload));
    if delay < interval '0' or delay > interval '1000 years' then
        raise exception 'delay must be between 0 and 1000 years, not %', delay
            using errcode = 'invalid_parameter_value';
    end if;
    routes := array(select r.id from {schema}.outbox_route r where {schema}.outbox_matches(r.pattern, publish.topic));
    if cardinality(routes) = 0 then
        routes := array[0];
    end if;
    insert into {schema}.outbox_message (id, topic, key, content_type, headers, payload, route_count)
    values (message_id, publish.topic, publish.key, publish.content_type, nullif(publish.headers, '{}'),
        publish.payload, cardinality(routes));
    if wait_ms > 0 then
        insert into {schema}.outbox_delayed (route, due_at, message_id, lane, key, bytes)
        select r, clock_timestamp() + wait_ms * interval '1 millisecond', message_id,
            {schema}.outbox_lane_of(r, sorted_by), publish.key, octet_length(publish.payload)
        from unnest(routes) r;
        perform pg_notify('{channel}', 'outbox@' || wait_ms);
    else
        insert into {schema}.outbox_pending (lane, message_id, key, bytes)
        select {schema}.outbox_lane_of(r, sorted_by), message_id, publish.key, octet_length(publish.payload)
        from unnest(routes) r;
        perform pg_notify('{channel}', 'outbox');
    end if;
    return message_id;
end
$function$;

create function {schema}.publish(
    topic text,
    payload text,
    key text default null,
    content_type text default 'text/plain; charset=utf-8',
    headers jsonb default null,
    delay interval default null
) returns uuid
language sql volatile
set search_path = pg_catalog, pg_temp
return {schema}.publish(topic, convert_to(payload, 'UTF8'), key, content_type, headers, delay);

create function {schema}.publish(
    topic text,
    payload jsonb,
    key text default null,
    content_type text default 'application/json',
    headers jsonb default null,
    delay interval default null
) returns uuid
language sql volatile
set search_path = pg_catalog, pg_temp
return {schema}.publish(topic, convert_to(payload::text, 'UTF8'), key, content_type, headers, delay);

-- A parked message is tried again: before the rest of its key if that waits for it, else behind all others. Returns
-- 'retried' or 'not_found'.
create function {schema}.retry_message(parked bigint) returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
declare
    it {schema}.outbox_parked%rowtype;
begin
    delete from {schema}.outbox_parked p where p.id = parked returning * into it;
    if not found then
        return 'not_found';
    end if;
    if it.blocks then
        insert into {schema}.outbox_waiting (lane, key, seq, message_id, bytes)
        values (it.lane, it.key, it.seq, it.message_id, it.bytes);
        update {schema}.outbox_held set until = now() where lane = it.lane and key = it.key;
    else
        insert into {schema}.outbox_pending (lane, message_id, key, bytes)
        values (it.lane, it.message_id, it.key, it.bytes);
    end if;
    perform pg_notify('{channel}', 'outbox');
    return 'retried';
end
$function$;

-- A parked message is given up, and its key goes on. Returns 'skipped' or 'not_found'.
create function {schema}.skip_message(parked bigint) returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
declare
    it {schema}.outbox_parked%rowtype;
begin
    delete from {schema}.outbox_parked p where p.id = parked returning * into it;
    if not found then
        return 'not_found';
    end if;
    insert into {schema}.outbox_delivered (message_id, route, seq, attempt, skipped)
    values (it.message_id, it.route, it.seq, it.attempt, true)
    on conflict do nothing;
    if it.blocks then
        update {schema}.outbox_held set until = now() where lane = it.lane and key = it.key;
    end if;
    perform pg_notify('{channel}', 'outbox');
    return 'skipped';
end
$function$;

-- Waits for the transactions that have published without knowing of what is to be defined now, and keeps others from
-- doing so meanwhile: else a message of theirs could be overtaken by a later one of its key that knows of the new route.
-- Not for long: whoever takes longer may be overtaken, this once, and is adopted when it has ended.
create function {schema}.await_publishers() returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set lock_timeout = '500ms'
as $function$
begin
    lock table {schema}.outbox_route in access exclusive mode;
exception
    when lock_not_available then
        null;
end
$function$;

-- Writes routes and returns their numbers, in their order. What waited without a route and matches is sent to all of them.
create function {schema}.define_routes(names text[], patterns text[]) returns setof int
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
declare
    asked record;
    known {schema}.outbox_route%rowtype;
    changed boolean;
begin
    -- One at a time: two nodes that start together define the same routes.
    perform pg_advisory_xact_lock(hashtextextended('{schema_name}', 7431));
    changed := exists (
        select from unnest(names, patterns) as a(name, pattern)
        where not exists (select from {schema}.outbox_route r where r.name = a.name and r.pattern = a.pattern));
    if changed then
        perform {schema}.await_publishers();
    end if;
    for asked in
        select a.name, a.pattern from unnest(names, patterns) with ordinality as a(name, pattern, n) order by a.n
    loop
        insert into {schema}.outbox_route as r (name, pattern) values (asked.name, asked.pattern)
        on conflict on constraint outbox_route_name_key
            do update set pattern = excluded.pattern, defined_at = now(), defined_by = pg_current_xact_id()
            where r.pattern <> excluded.pattern;
        select * into known from {schema}.outbox_route r where r.name = asked.name;
        insert into {schema}.outbox_lane (lane)
        select known.id * 64 + g from generate_series(0, 63) g
        on conflict do nothing;
        return next known.id;
    end loop;
    if changed then
        perform {schema}.adopt_messages();
    end if;
end
$function$;

-- Sends what waits without a route to all routes that match it by now; returns how many messages.
create function {schema}.adopt_messages() returns bigint
language sql volatile
set search_path = pg_catalog, pg_temp
as $function$
    with matched as materialized (
        select p.lane, p.seq, p.message_id, p.key, p.bytes, r.id as route
        from {schema}.outbox_pending p
        join {schema}.outbox_message m on m.id = p.message_id
        join {schema}.outbox_route r on {schema}.outbox_matches(r.pattern, m.topic)
        where p.lane < 64
        for update of p skip locked
    ),
    matched_later as materialized (
        select d.due_at, d.lane, d.message_id, d.key, d.bytes, r.id as route
        from {schema}.outbox_delayed d
        join {schema}.outbox_message m on m.id = d.message_id
        join {schema}.outbox_route r on {schema}.outbox_matches(r.pattern, m.topic)
        where d.route = 0
        for update of d skip locked
    ),
    gone as (
        delete from {schema}.outbox_pending p using matched a where p.lane = a.lane and p.seq = a.seq
    ),
    gone_later as (
        delete from {schema}.outbox_delayed d using matched_later a
        where d.route = 0 and d.due_at = a.due_at and d.message_id = a.message_id
    ),
    sent as (
        insert into {schema}.outbox_pending (lane, message_id, key, bytes)
        select a.route * 64 + a.lane, a.message_id, a.key, a.bytes from matched a order by a.seq
    ),
    sent_later as (
        insert into {schema}.outbox_delayed (route, due_at, message_id, lane, key, bytes)
        select a.route, a.due_at, a.message_id, a.route * 64 + a.lane, a.key, a.bytes from matched_later a
    ),
    counted as (
        select message_id, count(*) as n
        from (select message_id from matched union all select message_id from matched_later) a
        group by message_id
    ),
    kept as (
        update {schema}.outbox_message m set route_count = c.n from counted c where m.id = c.message_id and c.n > 1
    ),
    told as (select pg_notify('{channel}', 'outbox') where exists (select from counted))
    select count(*) from counted, (select count(*) from told) t
$function$;

-- For the trigger that announces rows which other programs insert; see the documentation of the schema.
create function {schema}.notify_outbox() returns trigger
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform pg_notify('{channel}', 'outbox');
    return null;
end
$function$;
