-- The node with the most lanes is asked for half of what it has more than this one; it hands them over between batches.
with counted as materialized (
    select l.node, count(*) as n from {schema}.outbox_lane l
    where l.node is not null and l.lane / 64 = any (:routes::int[])
        and (l.wanted_by is null or l.wanted_at < now() - interval '1 second')
    group by l.node
),
mine as materialized (
    select count(*) as n from {schema}.outbox_lane
    where lane / 64 = any (:routes::int[])
        and (node = :node or (wanted_by = :node and wanted_at >= now() - interval '1 second'))
),
rich as materialized (
    select c.node, (c.n - mine.n) / 2 as extra
    from counted c, mine
    where c.node <> :node and c.n - mine.n >= 2
    order by c.n desc
    limit 1
),
picked as materialized (
    select l.lane from {schema}.outbox_lane l
    where l.node = (select node from rich) and l.lane / 64 = any (:routes::int[])
        and (l.wanted_by is null or l.wanted_at < now() - interval '1 second')
    order by random()
    limit (select extra from rich)
    for no key update skip locked
)
update {schema}.outbox_lane l set wanted_by = :node, wanted_at = now()
where l.lane = any (array(select lane from picked))
