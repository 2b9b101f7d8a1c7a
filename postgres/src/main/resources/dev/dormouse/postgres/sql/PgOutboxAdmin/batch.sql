select p.id
from {schema}.outbox_parked p
join {schema}.outbox_route r on r.id = p.route
join {schema}.outbox_message m on m.id = p.message_id
where p.id > :after
    and (:route::text is null or r.name = :route)
    and (:topic::text is null or m.topic = :topic)
    and (:key::text is null or p.key = :key)
order by p.id
limit :max
