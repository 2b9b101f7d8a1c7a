-- The same as ack_direct and begin_instances, for one turn alone and for what nearly all of them do. Statements about single
-- values are ready in a third of the time that statements about arrays take; for many turns it is the other way round.

-- Commits a turn about the one activity that its instance carries, if all is as its caller thinks. It may have another for the
-- instance to carry (its token is not 0). False: nothing has changed, and whether it can be committed ack_direct may tell.
create function {schema}.ack_step(
    instance text, execution bigint, incarnation bigint, known_event bigint, last_event bigint,
    event_ids bigint[], event_bodies text[], status text, output text, ended_activity bigint, ended_token bigint,
    carried_activity bigint, carried_token bigint, carried_lock bigint, carried_lane bigint, carried_name text,
    carried_tag text, carried_body text
) returns boolean
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $function$
#variable_conflict use_variable
begin
    update {schema}.turn t
    set last_event_id = last_event, updated_at = clock_timestamp(), finished = status is not null,
        carried_before = ended_activity,
        carried = case when carried_token <> 0 then row(
            execution, carried_activity, carried_token, carried_lane, carried_name, carried_tag,
            carried_body)::{schema}.carried_activity
        end,
        carried_until = case
            when carried_token = 0 then null
            when t.carried_until >= clock_timestamp() + carried_lock * interval '1 millisecond' then t.carried_until
            else clock_timestamp() + carried_lock * interval '1.1 millisecond'
        end
    where t.instance = instance and t.token is null and not t.finished
        and t.execution_id = execution and t.last_event_id = known_event
        and (t.due_at is null or t.due_at > statement_timestamp())
        and (t.starts_at is null or t.starts_at <= statement_timestamp())
        and t.carried_until > statement_timestamp()
        and (t.carried).activity_id = ended_activity and (t.carried).token = ended_token
        and (incarnation = 0 or incarnation = (select i.id from {schema}.instance i where i.instance = instance));
    if not found then
        return false;
    end if;
    insert into {schema}.history (instance, execution_id, first_event_id, last_event_id, event_ids, bodies)
    values (instance, execution, event_ids[1], last_event, event_ids, event_bodies);
    if status is not null then
        update {schema}.execution e set status = status, output = output, finished_at = clock_timestamp()
        where e.instance = instance and e.execution_id = execution;
        update {schema}.instance i set status = status where i.instance = instance;
        -- What has ended takes no messages any more, and its changes of values are for good.
        delete from {schema}.turn_message m where m.instance = instance;
        perform from {schema}.instance_value v where v.instance = instance;
        if found then
            update {schema}.instance_value v set value = v.new_value, changed = false, new_value = null
            where v.instance = instance and v.changed;
            delete from {schema}.instance_value v where v.instance = instance and v.value is null;
        end if;
    end if;
    return true;
end
$function$;

-- Stores an instance together with its first turn and returns its number, or zero if its id is in use, if only by messages that
-- wait for it.
create function {schema}.begin_instance(
    instance text, lane bigint, name text, version text, engine int, execution bigint, last_event bigint,
    event_ids bigint[], event_bodies text[], status text, output text,
    carried_activity bigint, carried_token bigint, carried_lock bigint, carried_lane bigint, carried_name text,
    carried_tag text, carried_body text
) returns bigint
language plpgsql volatile
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
as $function$
#variable_conflict use_variable
declare
    incarnation bigint;
begin
    insert into {schema}.turn (instance, lane, engine, execution_id, last_event_id, finished, carried, carried_until)
    values (
        instance, lane, engine, execution, last_event, status is not null,
        case when carried_token <> 0 then row(
            execution, carried_activity, carried_token, carried_lane, carried_name, carried_tag,
            carried_body)::{schema}.carried_activity
        end,
        case when carried_token <> 0 then clock_timestamp() + carried_lock * interval '1.1 millisecond' end)
    on conflict do nothing;
    if not found then
        return 0;
    end if;
    insert into {schema}.instance (instance, name, version, status)
    values (instance, name, version, coalesce(status, 'RUNNING')) returning id into incarnation;
    insert into {schema}.execution (instance, execution_id, engine, status, output, finished_at)
    values (
        instance, execution, engine, coalesce(status, 'RUNNING'), output,
        case when status is not null then clock_timestamp() end);
    insert into {schema}.history (instance, execution_id, first_event_id, last_event_id, event_ids, bodies)
    values (instance, execution, event_ids[1], last_event, event_ids, event_bodies);
    return incarnation;
end
$function$;
