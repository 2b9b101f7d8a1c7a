select
    count(*) as instances,
    count(*) filter (where status not in ('COMPLETED', 'FAILED')) as running,
    count(*) filter (where status = 'COMPLETED') as completed,
    count(*) filter (where status = 'FAILED') as failed,
    (select count(*) from {schema}.execution) as executions,
    (select coalesce(sum(cardinality(event_ids)), 0) from {schema}.history) as events
from {schema}.instance
