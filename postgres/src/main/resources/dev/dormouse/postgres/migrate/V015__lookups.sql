-- Rows that are named are looked up, whatever the planner thinks of how many there are. While a table was empty when statistics
-- were last taken, reading all of it seems cheaper to it than a few lookups, and it would do so for every name once the table has
-- filled. An index whose first column is only compared with any (array[...]) can be looked up in, but is of no use for being
-- read in order, so there is no other plan.

-- Commits all of them and answers with an empty array, or none and answers which are to blame, if any still is. Every condition is
-- on a row that is changed: of two that change it, the second finds what the first left. Rows are had in the order
-- in which the turns come, instances before their activities.
create or replace function {schema}.ack_direct(
    instances text[], executions bigint[], known_events bigint[], last_events bigint[], incarnations bigint[],
    statuses text[], outputs text[], events_from int[], events_to int[], event_ids bigint[], event_bodies text[],
    ended_acks int[], ended_activities bigint[], ended_tokens bigint[],
    work_lanes bigint[], work_locks bigint[], work_tokens bigint[], work_executions bigint[], work_activities bigint[],
    work_instances text[], work_names text[], work_tags text[], work_sessions text[], work_bodies text[]
) returns int[]
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
set jit = off
as $function$
declare
    done bigint;
    sessions text[];
    past text[];
begin
    update {schema}.turn t
    set last_event_id = greatest(a.last_event_id, t.last_event_id), updated_at = clock_timestamp(),
        finished = coalesce(a.status in ('COMPLETED', 'FAILED'), false)
    from unnest(instances, executions, known_events, last_events, incarnations, statuses)
        as a(instance, execution_id, known_event_id, last_event_id, incarnation, status)
    where t.instance = any (array[a.instance]) and t.token is null and not t.finished
        and t.execution_id = a.execution_id and t.last_event_id = a.known_event_id
        and (t.due_at is null or t.due_at > statement_timestamp())
        and (t.starts_at is null or t.starts_at <= statement_timestamp())
        -- Whoever remembers the history of one that was removed must not go on with it for its successor.
        and (a.incarnation = 0
            or a.incarnation = (select i.id from {schema}.instance i where i.instance = a.instance));
    get diagnostics done = row_count;
    if done <> cardinality(instances) then
        raise exception using errcode = 'DM001';
    end if;

    with ended as (
        delete from {schema}.activity w
        using unnest(ended_acks, ended_activities, ended_tokens) as e(ack, activity_id, token)
        where w.instance = any (array[instances[e.ack]]) and w.execution_id = executions[e.ack] and w.activity_id = e.activity_id
            and w.token = e.token and w.due_at > statement_timestamp()
        returning w.session
    )
    select count(*), array_agg(e.session) filter (where e.session is not null) into done, sessions from ended e;
    if done <> cardinality(ended_acks) then
        raise exception using errcode = 'DM001';
    end if;
    if sessions is not null then
        update {schema}.session s set used_at = clock_timestamp()
        where s.session = any (sessions) and s.held_until > statement_timestamp();
    end if;

    insert into {schema}.history (instance, execution_id, first_event_id, last_event_id, event_ids, bodies)
    select a.instance, a.execution_id, event_ids[a.first], event_ids[a.last],
        event_ids[a.first : a.last], event_bodies[a.first : a.last]
    from unnest(instances, executions, events_from, events_to) as a(instance, execution_id, first, last)
    where a.first <= a.last;

    if cardinality(work_lanes) > 0 then
        insert into {schema}.activity
            (lane, due_at, token, attempt, execution_id, activity_id, instance, name, tag, session, body)
        select
            w.lane, clock_timestamp() + w.lock_ms * interval '1 millisecond', nullif(w.token, 0),
            case when w.token <> 0 then 1 else 0 end, w.execution_id, w.activity_id, w.instance, w.name, w.tag,
            w.session, w.body
        from unnest(
            work_lanes, work_locks, work_tokens, work_executions, work_activities, work_instances, work_names, work_tags,
            work_sessions, work_bodies
        ) as w(lane, lock_ms, token, execution_id, activity_id, instance, name, tag, session, body);
    end if;
    past := array(
        select a.instance from unnest(instances, statuses) as a(instance, status) where a.status in ('COMPLETED', 'FAILED'));
    if past <> '{}' then
        update {schema}.execution e set status = a.status, output = a.output, finished_at = clock_timestamp()
        from unnest(instances, executions, statuses, outputs) as a(instance, execution_id, status, output)
        where e.instance = any (array[a.instance]) and e.execution_id = a.execution_id and a.status in ('COMPLETED', 'FAILED');
        update {schema}.instance i set status = a.status
        from unnest(instances, statuses) as a(instance, status)
        where i.instance = any (array[a.instance]) and a.status in ('COMPLETED', 'FAILED');
        -- What has ended takes no messages any more, and its changes of values are for good.
        delete from {schema}.turn_message m where m.instance = any (past);
        update {schema}.instance_value v set value = v.new_value, changed = false, new_value = null
        where v.changed and v.instance = any (past);
        delete from {schema}.instance_value v where v.value is null and v.instance = any (past);
    end if;
    return '{}';
exception when sqlstate 'DM001' then
    return {schema}.refused_turns(
        instances, executions, known_events, incarnations, ended_acks, ended_activities, ended_tokens);
end
$function$;

-- What clients want to know of instances.
create or replace function {schema}.find_status(instances text[]) returns table (
    instance text, name text, version text, execution_id bigint, status text, output text,
    custom_status text, custom_status_version bigint
)
language plpgsql stable
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
set jit = off
as $function$
begin
    return query
    select i.instance, i.name, i.version, t.execution_id, i.status, e.output, i.custom_status, i.custom_status_version
    from unnest(instances) as asked(instance)
    cross join lateral (
        select * from {schema}.instance i where i.instance = asked.instance offset 0
    ) i
    cross join lateral (
        select t.execution_id from {schema}.turn t where t.instance = asked.instance offset 0
    ) t
    left join lateral (
        select e.output from {schema}.execution e
        where e.instance = asked.instance and e.execution_id = t.execution_id offset 0
    ) e on true;
end
$function$;

-- An index less for each activity: its id was only needed to find again what has just been locked.
alter table {schema}.activity drop constraint activity_pkey;
drop index {schema}.activity_due;
alter table {schema}.activity add constraint activity_due primary key (lane, due_at, id);

-- Room for the row's end, which then changes no index.
alter table {schema}.execution set (fillfactor = 70);
