-- Lanes in which this node has nothing under way are given back if nothing is left in them, or if another node asked.
update {schema}.outbox_lane l set node = null
where l.node = :node and l.lane = any (:idle::int[])
    and (l.wanted_by is not null or (
        not exists (
            select from {schema}.outbox_pending p
            where p.lane = l.lane and p.seq >= coalesce((:marks::bigint[])[array_position(:marked_lanes::int[], l.lane)], 0)
            order by p.lane, p.seq limit 1)
        and not exists (select from {schema}.outbox_held h where h.lane = l.lane and h.until <= now())))
