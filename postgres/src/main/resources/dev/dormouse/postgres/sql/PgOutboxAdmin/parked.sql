-- Newest first, down the primary key; the filter may pass over rows, but parked messages are few by nature.
select p.id, p.message_id, r.name as route, m.topic, p.key, m.published_at, p.parked_at, p.attempt, p.blocks,
    case when m.headers is not null
        then array(select unnest(array[e.key, e.value]) from jsonb_each_text(m.headers) e) end as headers,
    array(
        select e.error from {schema}.outbox_error e
        where e.message_id = p.message_id and e.route = p.route
        order by e.failed_at desc
        limit 10
    ) as errors
from {schema}.outbox_parked p
join {schema}.outbox_route r on r.id = p.route
join {schema}.outbox_message m on m.id = p.message_id
where p.id < :before and p.id > :after
    and (:route::text is null or r.name = :route)
    and (:topic::text is null or m.topic = :topic)
    and (:key::text is null or p.key = :key)
order by p.id desc
limit :max
