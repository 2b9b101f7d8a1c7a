select
    e.execution_id, e.status, e.output, e.started_at, e.finished_at, e.engine,
    (select coalesce(sum(cardinality(h.event_ids)), 0) from {schema}.history h
        where h.instance = e.instance and h.execution_id = e.execution_id) as events
from {schema}.execution e
where e.instance = :instance
order by e.execution_id
