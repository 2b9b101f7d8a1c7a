insert into {schema}.activity (lane, due_at, token, attempt, execution_id, activity_id, instance, name, tag, session, body)
select
    w.lane, clock_timestamp() + w.lock_ms * interval '1 millisecond', nullif(w.token, 0),
    case when w.token <> 0 then 1 else 0 end, w.execution_id, w.activity_id, w.instance, w.name, w.tag, w.session, w.body
from unnest(
    :work_acks::int[], :work_lanes::bigint[], :work_locks::bigint[], :work_tokens::bigint[], :work_executions::bigint[],
    :work_activities::bigint[], :work_instances::text[], :work_names::text[], :work_tags::text[],
    :work_sessions::text[], :work_bodies::text[]
) with ordinality as w(
    ack, lane, lock_ms, token, execution_id, activity_id, instance, name, tag, session, body, n)
where (select {schema}.valid_items())[w.ack]
order by w.n
