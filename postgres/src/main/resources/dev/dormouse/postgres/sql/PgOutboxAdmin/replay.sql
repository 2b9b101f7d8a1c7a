-- In the order in which they were delivered, which is that of their keys. The row moves, so that it is not found again.
with chosen as materialized (
    select d.message_id, d.route, d.delivered_at, d.seq, m.key, octet_length(m.payload) as bytes
    from {schema}.outbox_delivered d
    join {schema}.outbox_message m on m.id = d.message_id
    where d.delivered_at >= :from_at and d.delivered_at < :to_at and not d.skipped
        and {schema}.outbox_matches(:pattern, m.topic)
        and (:route::text is null or d.route = (select id from {schema}.outbox_route where name = :route))
    order by d.delivered_at, d.seq
    limit :max
    for update of d skip locked
),
gone as (
    delete from {schema}.outbox_delivered d using chosen c where d.message_id = c.message_id and d.route = c.route
),
again as (
    insert into {schema}.outbox_pending (lane, message_id, key, bytes)
    select {schema}.outbox_lane_of(route, coalesce(key, message_id::text)), message_id, key, bytes
    from chosen
    order by delivered_at, seq
),
told as materialized (select pg_notify('{channel}', 'outbox') where exists (select from chosen))
select (select count(*) from chosen), (select count(*) from told)
