-- Delivered. Fenced: what stands in a lane that is no longer this node's is left alone and not returned. Key share: as long
-- as this transaction is open, nobody can take the node over and give its lanes to another.
with alive as materialized (select id from {schema}.node where id = :node for key share),
mine as materialized (select lane from {schema}.outbox_lane where node = :node and exists (select from alive)),
gone as (
    delete from {schema}.outbox_pending p
    using unnest(:done_lanes::int[], :done_seqs::bigint[]) as d(lane, seq)
    where p.lane = any (array[d.lane]) and p.seq = d.seq and d.lane = any (array(select lane from mine))
    returning p.seq, p.message_id, p.lane / 64 as route, p.attempt
),
noted as (
    insert into {schema}.outbox_delivered (message_id, route, seq, attempt)
    select message_id, route, seq, attempt + 1 from gone
    on conflict do nothing
)
select seq from gone
