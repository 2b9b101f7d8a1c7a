select
    coalesce(h.events, 0) as events, coalesce(h.bytes, 0) as history_bytes,
    (select count(*) from {schema}.turn_message m where m.instance = t.instance) as messages,
    v.keys, coalesce(v.bytes, 0) as value_bytes
from {schema}.turn t
cross join lateral (
    select sum(cardinality(h.event_ids)) as events, sum(b.bytes) as bytes
    from {schema}.history h
    cross join lateral (select sum(octet_length(body)) as bytes from unnest(h.bodies) as b(body)) b
    where h.instance = t.instance and h.execution_id = t.execution_id
) h
cross join lateral (
    select count(*) as keys, sum(octet_length(value)) as bytes
    from (
        select case when changed then new_value else value end as value
        from {schema}.instance_value where instance = t.instance
    ) v
    where value is not null
) v
where t.instance = :instance and t.lane is not null
