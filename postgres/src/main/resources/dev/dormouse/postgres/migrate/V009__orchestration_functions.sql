-- Orchestrations for programs in any language: what these put in exists if and when the caller's transaction commits, and
-- so does the wake. They never wait for a turn, and hold none up until the commit.

create function {schema}.check_length(what text, value text, bytes_max int) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $function$
begin
    if value is null or octet_length(convert_to(value, 'UTF8')) not between 1 and bytes_max then
        raise exception '% must have 1 to % bytes, not %: %', what, bytes_max,
            coalesce(octet_length(convert_to(value, 'UTF8')), 0), coalesce(quote_literal(left(value, 60)), 'null')
            using errcode = 'invalid_parameter_value';
    end if;
end
$function$;

create function {schema}.check_payload(what text, value text) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $function$
begin
    if octet_length(convert_to(value, 'UTF8')) > 3145728 then
        raise exception '% takes % bytes, the limit is 3145728: store it elsewhere and pass a reference',
            what, octet_length(convert_to(value, 'UTF8'))
            using errcode = 'invalid_parameter_value';
    end if;
end
$function$;

-- Answers enqueued, buffered, unknown_instance or finished.
create function {schema}.send_message(instance text, body text, buffered boolean) returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
declare
    target record;
begin
    perform {schema}.check_length('instance', instance, 1024);
    if buffered then
        insert into {schema}.turn (instance) values (send_message.instance) on conflict do nothing;
    end if;
    select t.lane, t.starts_at, t.finished into target
    from {schema}.turn t where t.instance = send_message.instance
    for key share;
    if not found or (target.lane is null and not buffered) then
        return 'unknown_instance';
    elsif target.finished then
        return 'finished';
    end if;
    insert into {schema}.turn_message (instance, visible_at, body)
    values (send_message.instance, clock_timestamp(), send_message.body);
    insert into {schema}.turn_poke (instance, due_at)
    values (send_message.instance, greatest(clock_timestamp(), target.starts_at));
    perform pg_notify('{channel}', 'turn');
    return case when target.lane is null then 'buffered' else 'enqueued' end;
end
$function$;

-- Starts an orchestration, unless there is an instance of that id. The input is kept exactly as given.
create function {schema}.start_orchestration(
    name text,
    input text default null,
    instance text default null,
    version text default null,
    delay interval default null
) returns table (id text, started boolean)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
declare
    lane bigint;
    begins timestamptz := clock_timestamp() + coalesce(delay, interval '0');
begin
    if name is null or name !~ '^[A-Za-z0-9._:/#-]{1,120}$' or name like 'dormouse:%' then
        raise exception 'name must have 1 to 120 letters, digits or . _ - : / # and not begin with dormouse:, not %',
            coalesce(quote_literal(left(name, 200)), 'null')
            using errcode = 'invalid_parameter_value';
    end if;
    if delay < interval '0' or delay > interval '1000 years' then
        raise exception 'delay must be between 0 and 1000 years, not %', delay
            using errcode = 'invalid_parameter_value';
    end if;
    perform {schema}.check_payload('input of orchestration ' || name, input);
    id := coalesce(instance, gen_random_uuid()::text);
    perform {schema}.check_length('instance', id, 1024);
    if id like 'sub::%' or id like '%::sub::%' then
        raise exception 'instance must not begin with sub:: or contain ::sub::, which is for children: %', quote_literal(id)
            using errcode = 'invalid_parameter_value';
    end if;
    lane := {schema}.job_lane('turn', name);

    insert into {schema}.turn as t (instance, lane, starts_at, due_at)
    values (id, lane, case when delay > interval '0' then begins end, begins)
    on conflict on constraint turn_pkey
    do update set lane = excluded.lane, starts_at = excluded.starts_at, due_at = excluded.due_at
    where t.lane is null;
    started := found;
    if started then
        insert into {schema}.instance (instance, name, asked_version)
        values (id, start_orchestration.name, start_orchestration.version);
        insert into {schema}.turn_message (instance, visible_at, body)
        values (id, begins, jsonb_strip_nulls(jsonb_build_object(
            'type', 'start', 'name', name, 'input', input, 'version', version))::text);
        perform pg_notify('{channel}', 'turn'
            || coalesce('@' || nullif(greatest(0, ceil(extract(epoch from begins - clock_timestamp()) * 1000)), 0), ''));
    end if;
    return next;
end
$function$;

create function {schema}.start_orchestration(
    name text,
    input jsonb,
    instance text default null,
    version text default null,
    delay interval default null
) returns table (id text, started boolean)
language sql volatile
set search_path = pg_catalog, pg_temp
as $function$
    select s.id, s.started from {schema}.start_orchestration(name, input::text, instance, version, delay) s
$function$;

-- Whoever waits for the event in the instance gets it; see send_message for the answer.
create function {schema}.raise_event(instance text, name text, data text default null, buffered boolean default false)
returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform {schema}.check_length('name', name, 1024);
    perform {schema}.check_payload('data of event ' || name, data);
    return {schema}.send_message(instance, jsonb_strip_nulls(jsonb_build_object(
        'type', 'raise', 'name', name, 'data', data))::text, buffered);
end
$function$;

create function {schema}.raise_event(instance text, name text, data jsonb, buffered boolean default false) returns text
language sql volatile
set search_path = pg_catalog, pg_temp
as $function$
    select {schema}.raise_event(instance, name, data::text, buffered)
$function$;

-- Stays in that queue of the instance until it is taken.
create function {schema}.enqueue_event(instance text, queue text, data text default null, buffered boolean default false)
returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform {schema}.check_length('queue', queue, 1024);
    perform {schema}.check_payload('data for queue ' || queue, data);
    return {schema}.send_message(instance, jsonb_strip_nulls(jsonb_build_object(
        'type', 'enqueue', 'queue', queue, 'data', data))::text, buffered);
end
$function$;

create function {schema}.enqueue_event(instance text, queue text, data jsonb, buffered boolean default false) returns text
language sql volatile
set search_path = pg_catalog, pg_temp
as $function$
    select {schema}.enqueue_event(instance, queue, data::text, buffered)
$function$;

create function {schema}.cancel_orchestration(instance text, reason text) returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform {schema}.check_reason(reason);
    return {schema}.send_message(instance, jsonb_build_object('type', 'cancel', 'reason', reason)::text, false);
end
$function$;
