-- Delivered, and not to be kept. Fenced like its sibling.
with alive as materialized (select id from {schema}.node where id = :node for key share),
mine as materialized (select lane from {schema}.outbox_lane where node = :node and exists (select from alive)),
gone as (
    delete from {schema}.outbox_pending p
    using unnest(:done_lanes::int[], :done_seqs::bigint[]) as d(lane, seq)
    where p.lane = any (array[d.lane]) and p.seq = d.seq and d.lane = any (array(select lane from mine))
    returning p.seq, p.message_id
),
counted as materialized (select message_id, count(*) as n from gone group by message_id),
shared as materialized (
    select c.message_id, c.n
    from counted c
    cross join lateral (select route_count from {schema}.outbox_message where id = c.message_id offset 0) m
    where m.route_count > c.n
),
erased as (
    delete from {schema}.outbox_message
    where id = any (array(select message_id from counted except select message_id from shared))
),
kept as (
    update {schema}.outbox_message m set route_count = m.route_count - s.n from shared s where m.id = any (array[s.message_id])
),
errors as (
    delete from {schema}.outbox_error
    where message_id = any (array(select message_id from counted except select message_id from shared))
)
select seq from gone
