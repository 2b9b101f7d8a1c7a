-- Unlocked: a lane that another node is about to take counts as free, because that node may die and nobody would tell.
with recursive busy as (
    select f.lane, f.seq, r.route
    from unnest(:hungry::int[]) as r(route)
    cross join lateral (
        select p.lane, p.seq from {schema}.outbox_pending p
        where p.lane >= r.route * 64 and p.lane < r.route * 64 + 64
        order by p.lane, p.seq limit 1
    ) f
    where :full_look
    union all
    select n.lane, n.seq, b.route
    from busy b
    cross join lateral (
        select p.lane, p.seq from {schema}.outbox_pending p
        where p.lane > b.lane and p.lane < b.route * 64 + 64
        order by p.lane, p.seq limit 1
    ) n
),
due as materialized (
    select lane from busy
    union
    select l.lane from {schema}.outbox_lane l
    where not :full_look and l.node is null and l.lane / 64 = any (:hungry::int[])
        and (
            select true from {schema}.outbox_pending p
            where p.lane = l.lane and p.seq >= coalesce((:firsts::bigint[])[array_position(:first_lanes::int[], l.lane)], 0)
            order by p.lane, p.seq limit 1)
    union
    select lane from {schema}.outbox_held where route = any (:hungry::int[]) and until <= now()
)
select
    exists (
        select from {schema}.outbox_lane l
        where l.lane = any (array(select lane from due)) and l.node is null
            and (l.wanted_by is null or l.wanted_by = :node or l.wanted_at < now() - interval '1 second')
    ) as free_lanes,
    -- Another node asked for it and has not come yet, and may be dead: ours in a moment.
    exists (select from {schema}.outbox_lane l where l.lane = any (array(select lane from due)) and l.node is null)
        as lanes_left,
    array(select lane from busy order by lane) as busy_lanes,
    array(select seq from busy order by lane) as busy_seqs,
    (select last_value from {schema}.outbox_pending_seq_seq) as last_seq,
    array(select lane from {schema}.outbox_lane where node = :node and wanted_by is not null) as wanted,
    exists (
        -- A key that nothing waits for any more is held for nothing.
        select from {schema}.outbox_held h
        where h.route = any (:routes::int[]) and h.until <= now()
            and (select true from {schema}.outbox_waiting w where w.lane = h.lane and w.key = h.key limit 1) is null
            and h.lane = any (array(select lane from {schema}.outbox_lane where node = :node))
    ) as hollow,
    array(select lane from {schema}.outbox_lane where node = :node order by lane) as owned,
    coalesce((
        select max(n) from (
            select count(*) as n from {schema}.outbox_lane
            where node <> :node and lane / 64 = any (:routes::int[])
            group by node
        ) others
    ), 0) as most_elsewhere,
    ceil(extract(epoch from (
        select min(d.due_at)
        from unnest(:routes::int[]) as r(route)
        cross join lateral (
            select due_at from {schema}.outbox_delayed where route = r.route order by due_at limit 1
        ) d
    ) - clock_timestamp()) * 1000)::bigint as delayed_in_ms,
    ceil(extract(epoch from (
        select min(h.until)
        from unnest(:routes::int[]) as r(route)
        cross join lateral (
            select until from {schema}.outbox_held
            where route = r.route and until > now() and until < 'infinity'
            order by until limit 1
        ) h
    ) - clock_timestamp()) * 1000)::bigint as held_in_ms,
    ceil(extract(epoch from (
        select min(lease_until) from {schema}.node where id <> :node and lease_until < 'infinity'
    ) - clock_timestamp()) * 1000)::bigint as lease_ends_in_ms,
    coalesce((select lease_until > now() from {schema}.node where id = :node), false) as lease_held
