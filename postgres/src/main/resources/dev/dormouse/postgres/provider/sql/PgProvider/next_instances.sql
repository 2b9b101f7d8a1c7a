-- The next execution may be another orchestration, and asks for its own version.
with input as materialized (
    select distinct on (m.instance) m.*
    from unnest(
        :message_acks::int[], :message_instances::text[], :message_kinds::int[], :start_lanes::bigint[],
        :start_names::text[], :start_versions::text[]
    ) with ordinality as m(ack, instance, kind, lane, name, version, n)
    where (select {schema}.valid_items())[m.ack] and m.kind = 2
    order by m.instance, m.n desc
),
lanes as (
    update {schema}.turn t set lane = i.lane from input i where t.instance = any (array[i.instance]) and t.lane <> i.lane
)
update {schema}.instance t set name = i.name, asked_version = i.version, version = null
from input i where t.instance = any (array[i.instance])
