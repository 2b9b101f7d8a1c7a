-- Delivered, of keys that were held back.
with alive as materialized (select id from {schema}.node where id = :node for key share),
mine as materialized (select lane from {schema}.outbox_lane where node = :node and exists (select from alive)),
gone as (
    delete from {schema}.outbox_waiting w
    using unnest(:lanes::int[], :keys::text[], :seqs::bigint[]) as d(lane, key, seq)
    where w.lane = any (array[d.lane]) and w.key = d.key and w.seq = d.seq and d.lane = any (array(select lane from mine))
    returning w.seq, w.message_id, w.lane / 64 as route, w.attempt
),
noted as (
    -- Also when nothing is to be kept: these are few, and whoever prunes finds them.
    insert into {schema}.outbox_delivered (message_id, route, seq, attempt)
    select message_id, route, seq, attempt + 1 from gone
    on conflict do nothing
)
select seq from gone
