-- The oldest delivered messages, down the index on delivered_at. What another node is pruning is passed over.
with old as materialized (
    select message_id, route, delivered_at from {schema}.outbox_delivered
    where delivered_at <= now() - :retention * interval '1 millisecond' and delivered_at >= :since::timestamptz
    order by delivered_at
    limit :max
    for update skip locked
),
counted as materialized (select message_id, count(*) as n from old group by message_id),
shared as materialized (
    select c.message_id, c.n
    from counted c
    cross join lateral (select route_count from {schema}.outbox_message where id = c.message_id offset 0) m
    where m.route_count > c.n
),
over as materialized (select message_id from counted except select message_id from shared),
delivered as (
    delete from {schema}.outbox_delivered d using old o where d.message_id = any (array[o.message_id]) and d.route = o.route
),
erased as (delete from {schema}.outbox_message where id = any (array(select message_id from over))),
kept as (
    update {schema}.outbox_message m set route_count = m.route_count - s.n from shared s where m.id = any (array[s.message_id])
),
errors as (delete from {schema}.outbox_error where message_id = any (array(select message_id from over))),
forgotten as (delete from {schema}.outbox_message where route_count <= 0)
select count(*) as messages, max(delivered_at) as up_to from old
