-- Jobs for programs in any language: they exist if and when the caller's transaction commits, and so does the wake.

-- What must hold for the names and values that are given; each message tells the value.
create function {schema}.check_name(what text, name text) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $function$
begin
    if name is null or name !~ '^[A-Za-z0-9._:/#-]{1,120}$' then
        raise exception '% must have 1 to 120 letters, digits or . _ - : / #, not %',
            what, coalesce(quote_literal(left(name, 200)), 'null')
            using errcode = 'invalid_parameter_value';
    end if;
end
$function$;

-- A key may be left out.
create function {schema}.check_key(what text, key text) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $function$
begin
    if octet_length(convert_to(key, 'UTF8')) not between 1 and 255 then
        raise exception '% must have 1 to 255 bytes, not %: %',
            what, octet_length(convert_to(key, 'UTF8')), quote_literal(left(key, 60))
            using errcode = 'invalid_parameter_value';
    end if;
end
$function$;

create function {schema}.check_headers(headers jsonb) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $function$
declare
    bad record;
begin
    if headers is null then
        return;
    end if;
    if jsonb_typeof(headers) <> 'object' then
        raise exception 'headers must be a JSON object of strings, not %', left(headers::text, 200)
            using errcode = 'invalid_parameter_value';
    end if;
    select h.key, h.value into bad
    from jsonb_each(headers) h
    where jsonb_typeof(h.value) <> 'string' or octet_length(convert_to(h.key, 'UTF8')) not between 1 and 255
    limit 1;
    if found then
        raise exception 'header % must have a name of 1 to 255 bytes and a string as its value, not %',
            quote_literal(left(bad.key, 60)), left(bad.value::text, 200)
            using errcode = 'invalid_parameter_value';
    end if;
end
$function$;

-- Whoever gives the nodes another limit sets dormouse.payload_limit for the database or the role that calls these functions.
create function {schema}.check_payload_size(what text, bytes int) returns void
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $function$
declare
    bytes_max int := coalesce(nullif(current_setting('dormouse.payload_limit', true), '')::int, 1048576);
begin
    if bytes > bytes_max then
        raise exception '% takes % bytes, the limit is %: store it elsewhere and pass a reference', what, bytes, bytes_max
            using errcode = 'invalid_parameter_value';
    end if;
end
$function$;

create function {schema}.check_job(kind text, queue text, priority int, unique_key text, limit_key text, headers jsonb)
returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform {schema}.check_name('kind', kind);
    perform {schema}.check_name('queue', queue);
    if priority is null or priority not between -1000 and 1000 then
        raise exception 'priority must be between -1000 and 1000, not %', coalesce(priority::text, 'null')
            using errcode = 'invalid_parameter_value';
    end if;
    perform {schema}.check_key('unique_key', unique_key);
    perform {schema}.check_key('limit_key', limit_key);
    perform {schema}.check_headers(headers);
end
$function$;

-- When a job may start, by this database's clock; null: at once.
create function {schema}.job_due_at(delay interval, run_at timestamptz) returns timestamptz
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $function$
begin
    if delay is not null and run_at is not null then
        raise exception 'give delay or run_at, not both: delay %, run_at %', delay, run_at
            using errcode = 'invalid_parameter_value';
    end if;
    if delay < interval '0' or delay > interval '1000 years' then
        raise exception 'delay must be between 0 and 1000 years, not %', delay
            using errcode = 'invalid_parameter_value';
    end if;
    if run_at < '1970-01-01 00:00+00' or run_at > '9999-12-31 00:00+00' then
        raise exception 'run_at must be between the years 1970 and 9999, not %', run_at
            using errcode = 'invalid_parameter_value';
    end if;
    return coalesce(run_at, now() + delay);
end
$function$;

-- The arguments are kept exactly as given, as the bytes of the text in UTF-8.
create function {schema}.enqueue(
    kind text,
    args text,
    queue text default 'default',
    priority int default 0,
    delay interval default null,
    run_at timestamptz default null,
    unique_key text default null,
    limit_key text default null,
    headers jsonb default null
) returns table (id bigint, inserted boolean)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
declare
    due_at timestamptz := {schema}.job_due_at(delay, run_at);
    payload bytea := convert_to(args, 'UTF8');
    lane bigint;
    wait_ms bigint;
begin
    perform {schema}.check_job(kind, queue, priority, unique_key, limit_key, headers);
    if args is null then
        raise exception 'args of kind % must not be null: pass the text ''null'' or ''{}''', kind
            using errcode = 'invalid_parameter_value';
    end if;
    perform {schema}.check_payload_size('the payload of kind ' || kind, octet_length(payload));
    lane := {schema}.job_lane(queue, kind);
    id := nextval(pg_get_serial_sequence('{schema}.job', 'id'));
    inserted := true;

    -- The holder of the key may give it up between the refusal and the question who it is: then ask again.
    while unique_key is not null loop
        insert into {schema}.job_unique (kind, key, job_id, until)
        values (enqueue.kind, enqueue.unique_key, enqueue.id, 'FINISHED')
        on conflict do nothing;
        exit when found;
        select u.job_id into id from {schema}.job_unique u where u.kind = enqueue.kind and u.key = enqueue.unique_key;
        if found then
            inserted := false;
            return next;
            return;
        end if;
        id := nextval(pg_get_serial_sequence('{schema}.job', 'id'));
    end loop;

    insert into {schema}.job (id, lane, priority, queue, kind, payload, headers, limit_key, unique_key)
    overriding system value
    values (enqueue.id, lane, enqueue.priority, enqueue.queue, enqueue.kind, payload,
        nullif(enqueue.headers, '{}'), enqueue.limit_key, enqueue.unique_key);

    if due_at > now() then
        insert into {schema}.job_scheduled (lane, due_at, priority, id) values (lane, due_at, enqueue.priority, enqueue.id);
        wait_ms := greatest(0, ceil(extract(epoch from due_at - clock_timestamp()) * 1000));
        perform pg_notify('{channel}', 'job:' || queue || '@' || wait_ms);
    else
        insert into {schema}.job_ready (lane, priority, id) values (lane, enqueue.priority, enqueue.id);
        perform pg_notify('{channel}', 'job:' || queue);
    end if;
    return next;
end
$function$;

create function {schema}.enqueue(
    kind text,
    args jsonb,
    queue text default 'default',
    priority int default 0,
    delay interval default null,
    run_at timestamptz default null,
    unique_key text default null,
    limit_key text default null,
    headers jsonb default null
) returns table (id bigint, inserted boolean)
language sql volatile
set search_path = pg_catalog, pg_temp
as $function$
    select e.id, e.inserted
    from {schema}.enqueue(kind, args::text, queue, priority, delay, run_at, unique_key, limit_key, headers) e
$function$;

-- Jobs that are asked to be cancelled and do not run, or no longer: they are over. Called with those that a node has
-- just let go of, after the statement that did so, because only then is a request visible that it had to wait for.
create function {schema}.heed_cancel(ids bigint[]) returns void
language sql volatile
set search_path = pg_catalog, pg_temp
as $function$
    with asked as materialized (
        delete from {schema}.job_cancel x
        where x.job_id = any (ids)
            and not exists (
                select from {schema}.node n join {schema}.job_claim c on c.node = n.id and c.job_id = x.job_id
            )
        returning x.job_id, x.reason
    ),
    ready as (
        delete from {schema}.job_ready r
        using asked a join {schema}.job j on j.id = a.job_id
        where r.lane in (j.lane, {schema}.job_blocked_lane(j.lane, j.limit_key))
            and r.priority = j.priority and r.id = j.id
        returning r.id, r.attempt, a.reason
    ),
    scheduled as (
        delete from {schema}.job_scheduled s using asked a where s.id = a.job_id
        returning s.id, s.attempt, a.reason
    ),
    parked as (
        delete from {schema}.job_parked p using asked a where p.id = a.job_id
        returning p.id, p.attempt, a.reason
    ),
    done as (
        insert into {schema}.job_done (id, attempt, state, reason)
        select id, attempt, 'cancelled', reason
        from (select * from ready union all select * from scheduled union all select * from parked) w
        returning id
    )
    delete from {schema}.job_unique u using done d where u.job_id = d.id and u.until <> 'PRUNED';

    -- It may have been the one whose end would have made room for the next with its limit key.
    with back as materialized (
        select k.queue, b.lane as own, r.lane, r.priority, r.id
        from (select distinct queue, limit_key from {schema}.job where id = any (ids) and limit_key is not null) k
        join {schema}.job_blocked b on b.queue = k.queue and b.limit_key = k.limit_key
        cross join lateral (
            select lane, priority, id from {schema}.job_ready
            where lane = {schema}.job_blocked_lane(b.lane, b.limit_key)
            order by priority, id
            limit 1
        ) r
    ),
    moved as (
        update {schema}.job_ready r set lane = b.own from back b
        where r.lane = b.lane and r.priority = b.priority and r.id = b.id
        returning b.queue
    )
    select pg_notify('{channel}', 'job:' || queue) from (select distinct queue from moved) m
$function$;

create function {schema}.check_reason(reason text) returns void
language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $function$
begin
    if reason is null or char_length(reason) not between 1 and 1000 then
        raise exception 'reason must have 1 to 1000 characters, not %: %',
            coalesce(char_length(reason), 0), coalesce(quote_literal(left(reason, 60)), 'null')
            using errcode = 'invalid_parameter_value';
    end if;
end
$function$;

-- Answers 'cancelled' if the job was waiting, 'requested' if it runs (its handler is told on commit),
-- 'already_finished' or 'not_found'.
create function {schema}.cancel_job(id bigint, reason text) returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform {schema}.check_reason(reason);
    perform from {schema}.job j where j.id = cancel_job.id;
    if not found then
        return 'not_found';
    end if;
    -- A job may move while we look for it; each statement sees what is committed when it begins.
    for try in 1 .. 100 loop
        perform from {schema}.job_done d where d.id = cancel_job.id;
        if found then
            return 'already_finished';
        end if;
        -- Locked until we commit, so that the node cannot let go of the job without seeing the request.
        perform from {schema}.node n join {schema}.job_claim c on c.node = n.id and c.job_id = cancel_job.id
        for key share of c;
        if found then
            insert into {schema}.job_cancel (job_id, reason) values (cancel_job.id, cancel_job.reason)
            on conflict do nothing;
            perform pg_notify('{channel}', '!cancel/' || cancel_job.id);
            return 'requested';
        end if;
        insert into {schema}.job_cancel (job_id, reason) values (cancel_job.id, cancel_job.reason)
        on conflict do nothing;
        perform {schema}.heed_cancel(array[cancel_job.id]);
        perform from {schema}.job_done d where d.id = cancel_job.id;
        if found then
            return 'cancelled';
        end if;
    end loop;
    raise exception 'job % keeps changing hands: cancel it again', cancel_job.id using errcode = 'serialization_failure';
end
$function$;

-- A parked job starts again with all its attempts. Answers 'retried', 'not_parked', 'not_found', or 'key_taken' if
-- another job holds its unique key by now.
create function {schema}.retry_job(id bigint) returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
declare
    it {schema}.job%rowtype;
begin
    select * into it from {schema}.job j where j.id = retry_job.id;
    if not found then
        return 'not_found';
    end if;
    perform from {schema}.job_parked p where p.id = retry_job.id for update;
    if not found then
        return 'not_parked';
    end if;
    if it.unique_key is not null then
        -- Given up if it was to reach no further than parked; so no further does it reach now.
        insert into {schema}.job_unique (kind, key, job_id, until)
        values (it.kind, it.unique_key, it.id, 'FINISHED_OR_PARKED')
        on conflict do nothing;
        perform from {schema}.job_unique u where u.kind = it.kind and u.key = it.unique_key and u.job_id = it.id;
        if not found then
            return 'key_taken';
        end if;
    end if;
    delete from {schema}.job_parked p where p.id = it.id;
    delete from {schema}.job_cancel x where x.job_id = it.id;
    insert into {schema}.job_ready (lane, priority, id) values (it.lane, it.priority, it.id);
    perform pg_notify('{channel}', 'job:' || it.queue);
    return 'retried';
end
$function$;

-- A parked job is given up. Answers 'discarded', 'not_parked' or 'not_found'.
create function {schema}.discard_job(id bigint, reason text) returns text
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
begin
    perform {schema}.check_reason(reason);
    with parked as (
        delete from {schema}.job_parked p where p.id = discard_job.id returning p.id, p.attempt
    )
    insert into {schema}.job_done (id, attempt, state, reason)
    select parked.id, parked.attempt, 'discarded', discard_job.reason from parked;
    if found then
        delete from {schema}.job_unique u where u.job_id = discard_job.id and u.until <> 'PRUNED';
        delete from {schema}.job_cancel x where x.job_id = discard_job.id;
        return 'discarded';
    end if;
    perform from {schema}.job j where j.id = discard_job.id;
    return case when found then 'not_parked' else 'not_found' end;
end
$function$;

-- For the trigger that announces rows which other programs insert; see the documentation of the schema.
create function {schema}.notify_jobs() returns trigger
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $function$
begin
    -- One row per lane is enough to learn its queue; equal notifications of a transaction are sent once.
    perform pg_notify('{channel}', 'job:' || j.queue)
    from (select min(a.id) as id from added a group by a.lane) l
    join {schema}.job j on j.id = l.id;
    return null;
end
$function$;
