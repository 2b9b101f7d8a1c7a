-- What has become due takes its place behind all others of its key.
with due as materialized (
    select d.ctid as tid
    from unnest(:routes::int[]) as r(route)
    cross join lateral (
        select ctid from {schema}.outbox_delayed
        where route = r.route and due_at <= now()
        order by due_at
        limit 1000
        for no key update skip locked
    ) d
),
gone as (
    delete from {schema}.outbox_delayed where ctid = any (array(select tid from due))
    returning due_at, lane, message_id, key, bytes, attempt
)
insert into {schema}.outbox_pending (lane, message_id, key, bytes, attempt)
select lane, message_id, key, bytes, attempt from gone order by due_at, message_id
