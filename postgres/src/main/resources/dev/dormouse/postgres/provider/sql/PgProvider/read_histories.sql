select r.n, e.id, e.body
from unnest(:instances::text[], :executions::bigint[], :after::bigint[])
    with ordinality as r(instance, execution_id, after_event_id, n)
cross join lateral (
    select h.first_event_id, h.event_ids, h.bodies from {schema}.history h
    where h.instance = r.instance
        and h.execution_id = case when r.execution_id > 0 then r.execution_id
            else (select t.execution_id from {schema}.turn t where t.instance = r.instance) end
        and h.last_event_id > r.after_event_id
    offset 0
) h
cross join lateral unnest(h.event_ids, h.bodies) as e(id, body)
where e.id > r.after_event_id
order by r.n, h.first_event_id, e.id
