select
    'turn' as queue,
    exists (select from {schema}.turn_poke) as ready,
    ceil(extract(epoch from min(head.due_at) - clock_timestamp()) * 1000)::bigint as due_in_ms
from {schema}.turn_lanes() as l(lane)
cross join lateral (
    select t.due_at from {schema}.turn t where t.lane = l.lane and t.due_at is not null order by t.due_at limit 1
) head
having :turns
union all
select q.queue, false, ceil(extract(epoch from min(head.due_at) - clock_timestamp()) * 1000)::bigint
from {schema}.activity_lanes() as l(lane)
cross join lateral (
    select a.due_at, a.tag from {schema}.activity a where a.lane = l.lane order by a.due_at, a.id limit 1
) head
cross join lateral (
    select 'activity' || coalesce(':' || head.tag, '')
    union all
    select 'activity:*' where head.tag is not null
) as q(queue)
where q.queue = any (:activity_queues::text[])
group by q.queue
union all
select q.queue, false, ceil(extract(epoch from head.carried_until - clock_timestamp()) * 1000)::bigint
from (
    select t.carried_until from {schema}.turn t where t.carried_until is not null order by t.carried_until limit 1
) head
cross join unnest(:activity_queues::text[]) as q(queue)
