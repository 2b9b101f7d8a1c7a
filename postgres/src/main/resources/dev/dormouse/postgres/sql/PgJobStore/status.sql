-- Unlocked: rows that others hold at this moment count, because their holders may die and nobody would tell.
select
    exists (
        -- Ordered like the index, which makes it a probe per lane: else it could be planned as a scan of all that is
        -- ready, of other kinds too.
        select from unnest(:lanes::bigint[], :from_priorities::smallint[], :from_ids::bigint[])
            as l(lane, from_priority, from_id)
        cross join lateral (
            select from {schema}.job_ready r
            where r.lane = l.lane and (r.priority, r.id) >= (l.from_priority, l.from_id)
            order by r.priority, r.id
            limit 1
        ) r
    ) as more,
    ceil(extract(epoch from (
        select min(s.due_at)
        from unnest(:lanes::bigint[]) as l(lane)
        cross join lateral (
            select due_at from {schema}.job_scheduled where lane = l.lane order by due_at limit 1
        ) s
    ) - clock_timestamp()) * 1000)::bigint as scheduled_in_ms,
    ceil(extract(epoch from (
        select min(lease_until) from {schema}.node where id <> :node and lease_until < 'infinity'
    ) - clock_timestamp()) * 1000)::bigint as lease_ends_in_ms,
    exists (select from {schema}.job_queue q where q.name = :queue and q.restricted) as restricted,
    coalesce((select lease_until > now() from {schema}.node where id = :node), false) as lease_held
