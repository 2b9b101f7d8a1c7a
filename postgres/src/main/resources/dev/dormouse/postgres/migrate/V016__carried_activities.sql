-- The activity that a node begins at once with the turn that asked for it stands in the row of its instance, which every turn
-- writes anyway. It becomes a row of activity only when it is more than that: when it takes long, when its end meets another
-- turn, when it is given back or cancelled, or when its node is gone.
create type {schema}.carried_activity as (
    execution_id bigint, activity_id bigint, token bigint, lane bigint, name text, tag text, body text);

alter table {schema}.turn
    add column carried {schema}.carried_activity,
    -- The end of its lock. Indexed, so it moves only now and then: a lock may last a tenth longer than was asked for.
    add column carried_until timestamptz,
    -- The activity before: what an update replaced can be told in no other way on all versions of the server.
    add column carried_before bigint;

create index turn_carried on {schema}.turn (carried_until) where carried_until is not null;

-- Makes rows of what these instances carry, so that it can be treated like any other activity.
create function {schema}.uncarry(instances text[]) returns void
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
    -- Only these: what others begin to carry meanwhile is not locked, and could end between two statements.
    locked text[];
begin
    locked := array(
        select t.instance from {schema}.turn t where t.instance = any (instances) and t.carried_until is not null
        order by t.instance for no key update);
    if locked = '{}' then
        return;
    end if;
    insert into {schema}.activity (lane, due_at, token, attempt, execution_id, activity_id, instance, name, tag, body)
    select (t.carried).lane, t.carried_until, (t.carried).token, 1, (t.carried).execution_id, (t.carried).activity_id,
        t.instance, (t.carried).name, (t.carried).tag, (t.carried).body
    from {schema}.turn t where t.instance = any (locked);
    update {schema}.turn t set carried = null, carried_until = null where t.instance = any (locked);
end
$function$;

-- Of what dead nodes left behind, as much as one look should see to.
create function {schema}.uncarry_expired() returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $function$
declare
    expired text[];
begin
    expired := array(
        select t.instance from {schema}.turn t
        where t.carried_until is not null and t.carried_until <= statement_timestamp()
        order by t.carried_until limit 1000
        for no key update skip locked);
    if expired <> '{}' then
        perform {schema}.uncarry(expired);
    end if;
end
$function$;

-- Which of them are not as their caller thinks: somebody else has the instance or a message for it, or the activities are
-- no longer the caller's. Null: none.
create or replace function {schema}.refused_turns(
    instances text[], executions bigint[], known_events bigint[], incarnations bigint[],
    ended_acks int[], ended_activities bigint[], ended_tokens bigint[]
) returns int[]
language sql volatile
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set jit = off
as $function$
    select array_agg(a.n::int order by a.n)
    from unnest(instances, executions, known_events, incarnations)
        with ordinality as a(instance, execution_id, known_event_id, incarnation, n)
    left join lateral (
        select true as free, (t.carried).activity_id as carried_id, (t.carried).token as carried_token from {schema}.turn t
        where t.instance = a.instance and t.token is null and not t.finished
            and t.execution_id = a.execution_id and t.last_event_id = a.known_event_id
            and (t.due_at is null or t.due_at > clock_timestamp())
            and (t.starts_at is null or t.starts_at <= clock_timestamp())
            and (t.carried_until is null or t.carried_until > clock_timestamp())
        offset 0
    ) t on true
    left join lateral (
        select i.id from {schema}.instance i where i.instance = a.instance offset 0
    ) i on true
    cross join lateral (
        select count(*) filter (
            where w.held is null and (e.activity_id = t.carried_id and e.token = t.carried_token) is not true) as lost
        from unnest(ended_acks, ended_activities, ended_tokens) as e(ack, activity_id, token)
        left join lateral (
            select true as held from {schema}.activity w
            where w.instance = a.instance and w.execution_id = a.execution_id and w.activity_id = e.activity_id
                and w.token = e.token and w.due_at > clock_timestamp()
            limit 1
        ) w on true
        where e.ack = a.n
    ) w
    where t.free is null or (a.incarnation <> 0 and a.incarnation is distinct from i.id) or w.lost > 0
$function$;

-- Commits all of them and answers with an empty array, or none and answers which are to blame, if any still is. Every condition is
-- on a row that is changed: of two that change it, the second finds what the first left. Rows are had in the order
-- in which the turns come, instances before their activities.
--
-- A turn may have an activity to carry (its token is not 0). If the row still carries another one, that has not ended, it
-- becomes a row of its own.
drop function {schema}.ack_direct;
create function {schema}.ack_direct(
    numbers int[], instances text[], executions bigint[], known_events bigint[], last_events bigint[], incarnations bigint[],
    statuses text[], outputs text[], events_from int[], events_to int[], event_ids bigint[], event_bodies text[],
    ended_from int[], ended_to int[], ended_acks int[], ended_activities bigint[], ended_tokens bigint[],
    carried_lanes bigint[], carried_locks bigint[], carried_tokens bigint[], carried_activities bigint[],
    carried_names text[], carried_tags text[], carried_bodies text[],
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
    rest bigint;
    -- Turns that took off what their instance carried, and what that was.
    taken_acks int[];
    taken_activities bigint[];
    -- Turns whose activity found another one in the row.
    crowded int[];
    sessions text[];
    past text[];
begin
    with changed as (
        update {schema}.turn t
        set last_event_id = greatest(last_events[a.n], t.last_event_id), updated_at = clock_timestamp(),
            finished = coalesce(statuses[a.n] in ('COMPLETED', 'FAILED'), false),
            carried_before = (t.carried).activity_id,
            -- What it carries stays, unless it has ended.
            carried = case
                when t.carried_until is not null and ((t.carried).token = ended_tokens[ended_from[a.n] - 1
                        + array_position(ended_activities[ended_from[a.n] : ended_to[a.n]], (t.carried).activity_id)]) is not true
                    then t.carried
                when carried_tokens[a.n] <> 0
                    then row(
                        executions[a.n], carried_activities[a.n], carried_tokens[a.n], carried_lanes[a.n], carried_names[a.n],
                        carried_tags[a.n], carried_bodies[a.n])::{schema}.carried_activity
            end,
            carried_until = case
                when t.carried_until is not null and ((t.carried).token = ended_tokens[ended_from[a.n] - 1
                        + array_position(ended_activities[ended_from[a.n] : ended_to[a.n]], (t.carried).activity_id)]) is not true
                    then t.carried_until
                when carried_tokens[a.n] = 0 then null
                when t.carried_until >= clock_timestamp() + carried_locks[a.n] * interval '1 millisecond' then t.carried_until
                else clock_timestamp() + carried_locks[a.n] * interval '1.1 millisecond'
            end
        from unnest(numbers) as a(n)
        where t.instance = any (array[instances[a.n]]) and t.token is null and not t.finished
            and t.execution_id = executions[a.n] and t.last_event_id = known_events[a.n]
            and (t.due_at is null or t.due_at > statement_timestamp())
            and (t.starts_at is null or t.starts_at <= statement_timestamp())
            and (t.carried_until is null or t.carried_until > statement_timestamp())
            -- Whoever remembers the history of one that was removed must not go on with it for its successor.
            and (incarnations[a.n] = 0
                or incarnations[a.n] = (select i.id from {schema}.instance i where i.instance = instances[a.n]))
        returning a.n, t.carried_before as before, (t.carried).activity_id as now
    )
    select count(*),
        array_agg(c.n) filter (where c.before is distinct from c.now and c.before is not null),
        array_agg(c.before) filter (where c.before is distinct from c.now and c.before is not null),
        array_agg(c.n) filter (where carried_tokens[c.n] <> 0 and c.now <> carried_activities[c.n])
    into done, taken_acks, taken_activities, crowded
    from changed c;
    if done <> cardinality(instances) then
        raise exception using errcode = 'DM001';
    end if;

    rest := cardinality(ended_acks) - coalesce(cardinality(taken_acks), 0);
    if rest > 0 then
        with ended as (
            delete from {schema}.activity w
            using unnest(ended_acks, ended_activities, ended_tokens) as e(ack, activity_id, token)
            where w.instance = any (array[instances[e.ack]]) and w.execution_id = executions[e.ack]
                and w.activity_id = e.activity_id and w.token = e.token and w.due_at > statement_timestamp()
                and ((e.ack, e.activity_id) in (
                    select t.ack, t.activity_id from unnest(taken_acks, taken_activities) as t(ack, activity_id))) is not true
            returning w.session
        )
        select count(*), array_agg(e.session) filter (where e.session is not null) into done, sessions from ended e;
        if done <> rest then
            raise exception using errcode = 'DM001';
        end if;
        if sessions is not null then
            update {schema}.session s set used_at = clock_timestamp()
            where s.session = any (sessions) and s.held_until > statement_timestamp();
        end if;
    end if;

    insert into {schema}.history (instance, execution_id, first_event_id, last_event_id, event_ids, bodies)
    select instances[a.n], executions[a.n], event_ids[events_from[a.n]], event_ids[events_to[a.n]],
        event_ids[events_from[a.n] : events_to[a.n]], event_bodies[events_from[a.n] : events_to[a.n]]
    from unnest(numbers) as a(n)
    where events_from[a.n] <= events_to[a.n];

    if crowded is not null then
        insert into {schema}.activity (lane, due_at, token, attempt, execution_id, activity_id, instance, name, tag, body)
        select
            carried_lanes[c.n], clock_timestamp() + carried_locks[c.n] * interval '1 millisecond', carried_tokens[c.n], 1,
            executions[c.n], carried_activities[c.n], instances[c.n], carried_names[c.n], carried_tags[c.n], carried_bodies[c.n]
        from unnest(crowded) as c(n);
    end if;
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
    if cardinality(array_remove(statuses, null)) > 0 then
        past := array(select instances[a.n] from unnest(numbers) as a(n) where statuses[a.n] in ('COMPLETED', 'FAILED'));
        update {schema}.execution e set status = statuses[a.n], output = outputs[a.n], finished_at = clock_timestamp()
        from unnest(numbers) as a(n)
        where e.instance = any (array[instances[a.n]]) and e.execution_id = executions[a.n]
            and statuses[a.n] in ('COMPLETED', 'FAILED');
        update {schema}.instance i set status = statuses[a.n]
        from unnest(numbers) as a(n)
        where i.instance = any (array[instances[a.n]]) and statuses[a.n] in ('COMPLETED', 'FAILED');
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

-- Starts instances together with their first turns. Those whose id is in use, if only by messages that wait for it, are left
-- out: the answer names those that were begun.
drop function {schema}.begin_instances;
create function {schema}.begin_instances(
    numbers int[], instances text[], lanes bigint[], executions bigint[], names text[], versions text[], engines text[],
    last_events bigint[], statuses text[], outputs text[],
    events_from int[], events_to int[], event_ids bigint[], event_bodies text[],
    carried_lanes bigint[], carried_locks bigint[], carried_tokens bigint[], carried_activities bigint[],
    carried_names text[], carried_tags text[], carried_bodies text[],
    work_lanes bigint[], work_locks bigint[], work_tokens bigint[], work_executions bigint[], work_activities bigint[],
    work_instances text[], work_names text[], work_tags text[], work_sessions text[], work_bodies text[],
    out begun text[], out incarnations bigint[]
)
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
    complete boolean;
begin
    with added as (
        insert into {schema}.turn (
            instance, lane, engine, execution_id, last_event_id, finished, carried, carried_until)
        select instances[a.n], lanes[a.n], engines[a.n]::int, executions[a.n], last_events[a.n],
            coalesce(statuses[a.n] in ('COMPLETED', 'FAILED'), false),
            case when carried_tokens[a.n] <> 0 then row(
                executions[a.n], carried_activities[a.n], carried_tokens[a.n], carried_lanes[a.n], carried_names[a.n],
                carried_tags[a.n], carried_bodies[a.n])::{schema}.carried_activity
            end,
            case when carried_tokens[a.n] <> 0 then clock_timestamp() + carried_locks[a.n] * interval '1.1 millisecond' end
        from unnest(numbers) as a(n)
        on conflict do nothing
        returning instance
    )
    select array_agg(d.instance) into begun from added d;
    if begun is null then
        return;
    end if;
    complete := cardinality(begun) = cardinality(instances);

    with added as (
        insert into {schema}.instance (instance, name, version, status)
        select instances[a.n], names[a.n], versions[a.n], coalesce(statuses[a.n], 'RUNNING')
        from unnest(numbers) as a(n)
        where complete or instances[a.n] = any (begun)
        returning instance, id
    )
    select array_agg(d.instance), array_agg(d.id) into begun, incarnations from added d;

    insert into {schema}.execution (instance, execution_id, engine, status, output, finished_at)
    select instances[a.n], executions[a.n], engines[a.n]::int, coalesce(statuses[a.n], 'RUNNING'), outputs[a.n],
        case when statuses[a.n] <> 'RUNNING' then clock_timestamp() end
    from unnest(numbers) as a(n)
    where complete or instances[a.n] = any (begun);

    insert into {schema}.history (instance, execution_id, first_event_id, last_event_id, event_ids, bodies)
    select instances[a.n], executions[a.n], event_ids[events_from[a.n]], event_ids[events_to[a.n]],
        event_ids[events_from[a.n] : events_to[a.n]], event_bodies[events_from[a.n] : events_to[a.n]]
    from unnest(numbers) as a(n)
    where events_from[a.n] <= events_to[a.n] and (complete or instances[a.n] = any (begun));

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
        ) as w(lane, lock_ms, token, execution_id, activity_id, instance, name, tag, session, body)
        where complete or w.instance = any (begun);
    end if;
end
$function$;
