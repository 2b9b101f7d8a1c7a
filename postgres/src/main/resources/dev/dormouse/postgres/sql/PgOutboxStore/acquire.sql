with recursive busy as (
    -- The lanes that hold anything, from one to the next down the index: as many steps as there are such lanes.
    select f.lane, r.route
    from unnest(:hungry::int[]) as r(route)
    cross join lateral (
        select p.lane from {schema}.outbox_pending p
        where p.lane >= r.route * 64 and p.lane < r.route * 64 + 64
        order by p.lane limit 1
    ) f
    where :full_look
    union all
    select n.lane, b.route
    from busy b
    cross join lateral (
        select p.lane from {schema}.outbox_pending p
        where p.lane > b.lane and p.lane < b.route * 64 + 64
        order by p.lane limit 1
    ) n
),
due as materialized (
    select lane from busy
    union
    -- Where what is dead need not be stepped over.
    select l.lane from {schema}.outbox_lane l
    where not :full_look and l.node is null and l.lane / 64 = any (:hungry::int[])
        and (
            select true from {schema}.outbox_pending p
            where p.lane = l.lane and p.seq >= coalesce((:firsts::bigint[])[array_position(:first_lanes::int[], l.lane)], 0)
            order by p.lane, p.seq limit 1)
    union
    select lane from {schema}.outbox_held where route = any (:hungry::int[]) and until <= now()
),
alive as materialized (
    -- Key share: as long as this transaction is open, nobody can take the node over and leave our lanes without it.
    select id from {schema}.node where id = :node and lease_until > now() for key share
),
free as materialized (
    select l.lane from {schema}.outbox_lane l
    where l.lane = any (array(select lane from due)) and l.node is null
        and (l.wanted_by is null or l.wanted_by = :node or l.wanted_at < now() - interval '1 second')
        and exists (select from alive)
    limit :lanes_max
    for no key update skip locked
)
update {schema}.outbox_lane l set node = :node, wanted_by = null, wanted_at = null
where l.lane = any (array(select lane from free))
returning l.lane
