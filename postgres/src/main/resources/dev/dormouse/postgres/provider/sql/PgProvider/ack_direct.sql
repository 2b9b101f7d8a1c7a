-- Either all of these turns are committed or none. Then those after this statement must leave everything as it is.
select
    r.refused, clock_timestamp() as now,
    set_config('dormouse.valid', array_fill(coalesce(r.refused = '{}', false), array[cardinality(:instances::text[])])::text, true) as told
from {schema}.ack_direct(
    :numbers::int[], :instances::text[], :executions::bigint[], :known_events::bigint[], :last_events::bigint[], :incarnations::bigint[],
    :statuses::text[], :outputs::text[], :events_from::int[], :events_to::int[], :event_ids::bigint[], :event_bodies::text[],
    :ended_from::int[], :ended_to::int[], :ended_acks::int[], :ended_activities::bigint[], :ended_tokens::bigint[],
    :carried_lanes::bigint[], :carried_locks::bigint[], :carried_tokens::bigint[], :carried_activities::bigint[],
    :carried_names::text[], :carried_tags::text[], :carried_bodies::text[],
    :work_lanes::bigint[], :work_locks::bigint[], :work_tokens::bigint[], :work_executions::bigint[],
    :work_activities::bigint[], :work_instances::text[], :work_names::text[], :work_tags::text[], :work_sessions::text[],
    :work_bodies::text[]
) as r(refused)
