-- A message without a key failed: it alone waits.
with alive as materialized (select id from {schema}.node where id = :node for key share),
mine as materialized (select lane from {schema}.outbox_lane where node = :node and exists (select from alive)),
failed as (
    delete from {schema}.outbox_pending p
    using unnest(:lanes::int[], :seqs::bigint[], :delays::bigint[], :errors::text[]) as f(lane, seq, delay_ms, error)
    where p.lane = any (array[f.lane]) and p.seq = f.seq and f.lane = any (array(select lane from mine))
    returning p.lane, p.seq, p.message_id, p.bytes, p.attempt + 1 as attempt, f.delay_ms, f.error
),
later as (
    insert into {schema}.outbox_delayed (route, due_at, message_id, lane, bytes, attempt)
    select lane / 64, clock_timestamp() + delay_ms * interval '1 millisecond', message_id, lane, bytes, attempt
    from failed
),
noted as (
    insert into {schema}.outbox_error (message_id, route, attempt, node, error)
    select message_id, lane / 64, attempt, :node, error from failed
)
select seq from failed
