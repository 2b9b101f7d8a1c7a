-- Those after this statement must leave out what was not begun.
select
    b.begun, b.incarnations, clock_timestamp() as now,
    set_config('dormouse.valid', case
        when cardinality(b.begun) = cardinality(:instances::text[])
            then array_fill(true, array[cardinality(:instances::text[])])
        else array(
            select coalesce(a.instance = any (b.begun), false)
            from unnest(:instances::text[]) with ordinality as a(instance, n) order by a.n)
    end::text, true) as told
from {schema}.begin_instances(
    :numbers::int[], :instances::text[], :lanes::bigint[], :executions::bigint[], :names::text[], :versions::text[], :engines::text[],
    :last_events::bigint[], :statuses::text[], :outputs::text[],
    :events_from::int[], :events_to::int[], :event_ids::bigint[], :event_bodies::text[],
    :carried_lanes::bigint[], :carried_locks::bigint[], :carried_tokens::bigint[], :carried_activities::bigint[],
    :carried_names::text[], :carried_tags::text[], :carried_bodies::text[],
    :work_lanes::bigint[], :work_locks::bigint[], :work_tokens::bigint[], :work_executions::bigint[],
    :work_activities::bigint[], :work_instances::text[], :work_names::text[], :work_tags::text[], :work_sessions::text[],
    :work_bodies::text[]
) as b
