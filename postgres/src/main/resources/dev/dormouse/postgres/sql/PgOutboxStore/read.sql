with snapshot as materialized (select pg_current_snapshot() as taken),
mine as materialized (
    -- In turn, so that every lane comes first some time; not from lanes that another node asked for.
    select lane, lost_by, suspect_to,
        coalesce((:marks::bigint[])[array_position(:marked_lanes::int[], lane)], 0) as from_seq,
        row_number() over (order by (lane + :turn) % 64, lane) as turn
    from {schema}.outbox_lane
    where node = :node and wanted_by is null and lane / 64 = any (:hungry::int[])
),
fresh as materialized (
    -- The order is the index's. Known are those that this node has in hand: they stay here until they are delivered.
    -- A subquery and not an array: it is hashed in generic plans too.
    select c.*, true as fresh
    from (select * from mine order by turn) m
    cross join lateral (
        select p.lane, p.seq, p.message_id, p.attempt, p.key, p.bytes, p.begun_by, m.lost_by, m.suspect_to, m.turn
        from {schema}.outbox_pending p
        where p.lane = m.lane and p.seq >= m.from_seq and p.seq not in (select unnest(:known::bigint[]))
            and (:none_slow or p.key is null or p.lane || ' ' || p.key <> all (:slow::text[]))
        order by p.lane, p.seq
        limit :lane_rows_max
    ) c
    limit :rows_max
),
again as materialized (
    select w.*, m.lost_by, m.suspect_to, 0::bigint as turn, false as fresh
    from {schema}.outbox_held h
    join mine m on m.lane = h.lane
    cross join lateral (
        select w.lane, w.seq, w.message_id, w.attempt, w.key, w.bytes, w.begun_by
        from {schema}.outbox_waiting w
        where w.lane = h.lane and w.key = h.key and w.seq not in (select unnest(:known::bigint[]))
        order by w.lane, w.key, w.seq
        limit :lane_rows_max
    ) w
    where (:none_slow or h.lane || ' ' || h.key <> all (:slow::text[]))
        and h.route = any (:hungry::int[]) and h.until <= now()
    limit :rows_max
),
measured as (
    select r.*, sum(r.bytes::bigint) over (order by r.turn, r.lane, r.seq) - r.bytes as bytes_before
    from (select * from again union all select * from fresh) r
)
select r.lane, r.seq, r.attempt, r.key, r.bytes, r.fresh, m.id, m.topic, m.content_type, m.headers, m.published_at,
    held.key is not null as held,
    -- One without a key has been given a new place since it failed.
    r.seq <= r.suspect_to or (r.attempt > 0 and r.key is null) as suspect,
    coalesce(r.begun_by = r.lost_by, false) as lost,
    (select pg_snapshot_xmin(taken)::text::bigint from snapshot) as xmin,
    (select pg_snapshot_xmax(taken)::text::bigint from snapshot) as xmax,
    case when held.key is null then m.payload end as payload
from measured r
left join lateral (
    select h.key from {schema}.outbox_held h where r.fresh and h.lane = r.lane and h.key = r.key offset 0
) held on true
cross join lateral (
    -- offset 0 keeps this a lookup per row: a join could be planned as a scan of every message there is.
    select id, topic, content_type, published_at, payload,
        case when headers is not null
            then array(select unnest(array[e.key, e.value]) from jsonb_each_text(headers) e) end as headers
    from {schema}.outbox_message where id = r.message_id
    offset 0
) m
where r.bytes_before < :bytes_max
order by r.fresh, r.turn, r.lane, r.seq
