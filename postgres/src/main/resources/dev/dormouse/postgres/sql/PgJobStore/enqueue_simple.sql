-- Jobs of several callers, each as simple as one alone. Ids are drawn in the order of the rows: the lowest is the first's.
with added as (
    insert into {schema}.job (lane, priority, queue, kind, payload, headers, limit_key)
    select i.lane, i.priority, i.queue, i.kind, i.payload, i.headers::jsonb, i.limit_key
    from unnest(
        :lanes::bigint[], :priorities::smallint[], :queues::text[], :kinds::text[], :payloads::bytea[],
        :headers::text[], :limit_keys::text[]
    ) with ordinality as i(lane, priority, queue, kind, payload, headers, limit_key, n)
    order by i.n
    returning id, lane, priority
)
insert into {schema}.job_ready (lane, priority, id)
select lane, priority, id from added
returning id
