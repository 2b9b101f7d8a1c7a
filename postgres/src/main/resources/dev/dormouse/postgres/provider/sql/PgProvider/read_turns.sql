select
    t.instance, t.token, t.attempt, t.execution_id, t.last_event_id, i.name, i.version, i.incarnation,
    clock_timestamp() as fetched_at, m.ids, m.bodies, v.keys, v.contents
from unnest({schema}.claimed_instances()) with ordinality as c(instance, n)
cross join lateral (
    select * from {schema}.turn t where t.instance = c.instance offset 0
) t
cross join lateral (
    select i.id as incarnation, i.name, coalesce(i.asked_version, i.version) as version
    from {schema}.instance i where i.instance = c.instance offset 0
) i
cross join lateral (
    select array_agg(m.id order by m.id) as ids, array_agg(m.body order by m.id) as bodies
    from {schema}.turn_message m
    where m.instance = c.instance and m.visible_at <= statement_timestamp()
) m
cross join lateral (
    select array_agg(v.key) as keys, array_agg(v.value) as contents
    from {schema}.instance_value v
    where v.instance = c.instance and v.value is not null
) v
order by c.n
