-- A node may have died of these, and they are about to be tried again: if this node dies too, it is known of which.
with alive as materialized (select id from {schema}.node where id = :node for key share),
mine as materialized (select lane from {schema}.outbox_lane where node = :node and exists (select from alive)),
suspects as materialized (
    select lane, key, seq from unnest(:lanes::int[], :keys::text[], :seqs::bigint[]) as s(lane, key, seq)
    where lane = any (array(select lane from mine))
),
pending as (
    update {schema}.outbox_pending p set begun_by = :node from suspects s where p.lane = any (array[s.lane]) and p.seq = s.seq
)
update {schema}.outbox_waiting w set begun_by = :node
from suspects s where w.lane = any (array[s.lane]) and w.key = s.key and w.seq = s.seq
