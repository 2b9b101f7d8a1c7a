-- The common case, one message that may be delivered at once, in as few steps as there can be. No row comes back if no
-- route matches and such messages are to be refused: then nothing was written.
with routed as materialized (
    select id as route from {schema}.outbox_route where {schema}.outbox_matches(pattern, :topic)
),
target as materialized (
    select route from routed
    union all
    select 0 where not :refuse and not exists (select from routed)
),
message as (
    insert into {schema}.outbox_message (id, topic, key, content_type, headers, payload, route_count)
    select {schema}.outbox_new_id(), :topic, :key::text, :content_type, :headers::jsonb, :payload, count(*)
    from target
    having count(*) > 0
    returning id
),
pending as (
    insert into {schema}.outbox_pending (lane, message_id, key, bytes)
    select {schema}.outbox_lane_of(t.route, coalesce(:key::text, m.id::text)), m.id, :key::text, :bytes
    from message m cross join target t
)
select id from message
