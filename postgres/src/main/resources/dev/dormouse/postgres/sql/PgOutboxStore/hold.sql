-- A message with a key failed: the key is held back until it is tried again. It has been set aside just before.
with alive as materialized (select id from {schema}.node where id = :node for key share),
mine as materialized (select lane from {schema}.outbox_lane where node = :node and exists (select from alive)),
failed as (
    update {schema}.outbox_waiting w set attempt = w.attempt + 1
    from unnest(:lanes::int[], :keys::text[], :seqs::bigint[], :attempts::int[], :delays::bigint[], :errors::text[])
        as f(lane, key, seq, attempt, delay_ms, error)
    where w.lane = any (array[f.lane]) and w.key = f.key and w.seq = f.seq and w.attempt = f.attempt - 1
        and f.lane = any (array(select lane from mine))
    returning w.lane, w.key, w.seq, w.message_id, w.attempt, f.delay_ms, f.error
),
held as (
    insert into {schema}.outbox_held (lane, key, route, until)
    select lane, key, lane / 64, clock_timestamp() + delay_ms * interval '1 millisecond' from failed
    on conflict (lane, key) do update set until = excluded.until
),
noted as (
    insert into {schema}.outbox_error (message_id, route, attempt, node, error)
    select message_id, lane / 64, attempt, :node, error from failed
)
select seq from failed
