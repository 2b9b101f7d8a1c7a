-- Messages behind one that failed go out of the way of other keys.
with alive as materialized (select id from {schema}.node where id = :node for key share),
mine as materialized (select lane from {schema}.outbox_lane where node = :node and exists (select from alive)),
gone as (
    delete from {schema}.outbox_pending p
    using unnest(:aside_lanes::int[], :aside_seqs::bigint[]) as a(lane, seq)
    where p.lane = any (array[a.lane]) and p.seq = a.seq and p.key is not null and a.lane = any (array(select lane from mine))
    returning p.lane, p.key, p.seq, p.message_id, p.bytes, p.attempt
)
insert into {schema}.outbox_waiting (lane, key, seq, message_id, bytes, attempt)
select lane, key, seq, message_id, bytes, attempt from gone
