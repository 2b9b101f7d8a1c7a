select c.instance, e.id, e.body
from unnest({schema}.claimed_instances()) with ordinality as c(instance, n)
cross join lateral (
    select t.execution_id from {schema}.turn t where t.instance = c.instance offset 0
) t
cross join lateral (
    select h.first_event_id, h.event_ids, h.bodies from {schema}.history h
    where h.instance = c.instance and h.execution_id = t.execution_id
    offset 0
) h
cross join lateral unnest(h.event_ids, h.bodies) as e(id, body)
order by c.n, h.first_event_id, e.id
