-- The ids are drawn first, so that every input row knows its own whether or not it is inserted.
with input as materialized (
    select
        nextval(pg_get_serial_sequence('{schema}.job', 'id')) as id, i.n, i.lane, i.priority, i.queue, i.kind,
        i.payload, i.headers::jsonb as headers, i.limit_key, i.unique_key, i.until,
        coalesce(i.run_at::timestamptz, now() + i.delay_ms * interval '1 millisecond') as due_at
    from unnest(
        :lanes::bigint[], :priorities::smallint[], :queues::text[], :kinds::text[], :payloads::bytea[],
        :headers::text[], :limit_keys::text[], :unique_keys::text[], :untils::text[], :delays::bigint[],
        :run_ats::text[]
    ) with ordinality as i(
        lane, priority, queue, kind, payload, headers, limit_key, unique_key, until, delay_ms, run_at, n)
),
reserved as (
    -- In key order, so that two transactions with the same keys cannot lock each other out.
    insert into {schema}.job_unique (kind, key, job_id, until)
    select kind, unique_key, id, until from input where unique_key is not null order by kind, unique_key, n
    on conflict do nothing
    returning job_id
),
accepted as materialized (
    select * from input where unique_key is null or id in (select job_id from reserved)
),
added as (
    insert into {schema}.job (id, lane, priority, queue, kind, payload, headers, limit_key, unique_key)
    overriding system value
    select id, lane, priority, queue, kind, payload, headers, limit_key, unique_key from accepted order by n
),
ready as (
    insert into {schema}.job_ready (lane, priority, id)
    select lane, priority, id from accepted where due_at is null or due_at <= now() order by n
),
scheduled as (
    insert into {schema}.job_scheduled (lane, due_at, priority, id)
    select lane, due_at, priority, id from accepted where due_at > now() order by n
)
select i.id, a.id is not null as inserted, i.kind, i.unique_key
from input i left join accepted a on a.id = i.id
order by i.n
