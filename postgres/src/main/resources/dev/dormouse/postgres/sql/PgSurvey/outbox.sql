select
    'outbox',
    exists (
        select from unnest(:outbox_routes::int[]) as r(route)
        cross join lateral generate_series(r.route * 64, r.route * 64 + 63) as g(lane)
        join {schema}.outbox_lane l on l.lane = g.lane and l.node is null
        cross join lateral (
            select from {schema}.outbox_pending p where p.lane = g.lane order by p.lane, p.seq limit 1
        ) p
    ),
    ceil(extract(epoch from least(
        (select min(due_at) from {schema}.outbox_delayed where route = any (:outbox_routes::int[])),
        (
            select min(h.until) from {schema}.outbox_held h join {schema}.outbox_lane l on l.lane = h.lane
            where h.route = any (:outbox_routes::int[]) and h.until < 'infinity' and l.node is null
        ),
        (select min(lease_until) from {schema}.node where id <> :node and lease_until < 'infinity')
    ) - clock_timestamp()) * 1000)::bigint
where :outbox
