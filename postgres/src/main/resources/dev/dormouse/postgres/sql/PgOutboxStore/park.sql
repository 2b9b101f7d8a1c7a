-- Given up, in the open. One with a key has been set aside just before; the rest of its key waits for it, or goes on.
with alive as materialized (select id from {schema}.node where id = :node for key share),
mine as materialized (select lane from {schema}.outbox_lane where node = :node and exists (select from alive)),
input as materialized (
    select * from unnest(:lanes::int[], :keys::text[], :seqs::bigint[], :blocks::int[], :errors::text[])
        as f(lane, key, seq, blocks, error)
    where lane = any (array(select lane from mine))
),
keyed as (
    delete from {schema}.outbox_waiting w using input f where w.lane = any (array[f.lane]) and w.key = f.key and w.seq = f.seq
    returning w.lane, w.key, w.seq, w.message_id, w.bytes, w.attempt + 1 as attempt, f.blocks = 1 as blocks, f.error
),
unkeyed as (
    delete from {schema}.outbox_pending p using input f
    where f.key is null and p.lane = any (array[f.lane]) and p.seq = f.seq
    returning p.lane, null::text as key, p.seq, p.message_id, p.bytes, p.attempt + 1 as attempt, false as blocks, f.error
),
gone as (select * from keyed union all select * from unkeyed),
parked as (
    insert into {schema}.outbox_parked (seq, message_id, route, lane, bytes, attempt, blocks, key)
    select seq, message_id, lane / 64, lane, bytes, attempt, blocks, key from gone
),
held as (
    insert into {schema}.outbox_held (lane, key, route, until)
    select lane, key, lane / 64, case when blocks then 'infinity' else now() end from gone where key is not null
    on conflict (lane, key) do update set until = excluded.until
),
noted as (
    insert into {schema}.outbox_error (message_id, route, attempt, node, error)
    select message_id, lane / 64, attempt, :node, error from gone
)
select seq from gone
