-- Many messages, in their order. If some have no route and such are to be refused, nothing is written at all.
with input as materialized (
    select {schema}.outbox_new_id() as id, i.*
    from unnest(
        :topics::text[], :keys::text[], :content_types::text[], :headers::text[], :payloads::bytea[], :delays::bigint[]
    ) with ordinality as i(topic, key, content_type, headers, payload, delay_ms, n)
    -- A transaction has its number before it draws one for a message: see LaneMarks.
    where pg_current_xact_id() is not null
),
routed as materialized (
    select i.n, r.id as route from input i join {schema}.outbox_route r on {schema}.outbox_matches(r.pattern, i.topic)
),
unrouted as materialized (
    select n from input where n not in (select n from routed)
),
target as materialized (
    select n, route from routed where not (:refuse and exists (select from unrouted))
    union all
    select n, 0 from unrouted where not :refuse
),
message as (
    insert into {schema}.outbox_message (id, topic, key, content_type, headers, payload, route_count)
    select i.id, i.topic, i.key, i.content_type, i.headers::jsonb, i.payload, c.routes
    from input i join (select n, count(*) as routes from target group by n) c on c.n = i.n
    order by i.n
),
pending as (
    insert into {schema}.outbox_pending (lane, message_id, key, bytes)
    select {schema}.outbox_lane_of(t.route, coalesce(i.key, i.id::text)), i.id, i.key, octet_length(i.payload)
    from input i join target t on t.n = i.n
    where i.delay_ms = 0
    order by i.n
),
delayed as (
    insert into {schema}.outbox_delayed (route, due_at, message_id, lane, key, bytes)
    select t.route, clock_timestamp() + i.delay_ms * interval '1 millisecond', i.id,
        {schema}.outbox_lane_of(t.route, coalesce(i.key, i.id::text)), i.key, octet_length(i.payload)
    from input i join target t on t.n = i.n
    where i.delay_ms > 0
)
select i.id, i.topic, not exists (select from unrouted u where u.n = i.n) as routed from input i order by i.n
