with lanes as materialized (
    select l.lane
    from (
        select named.lane from unnest(:lanes::bigint[]) as named(lane) where :named
        union all
        select known.lane from {schema}.activity_lanes() as known(lane) where not :named
    ) l
    cross join lateral (
        select a.name, a.tag, a.session from {schema}.activity a where a.lane = l.lane order by a.due_at, a.id limit 1
    ) head
    where :named or (
        case when head.tag is null then :untagged else :any_tag or head.tag = any (:tags::text[]) end
        and (:any_name or head.name = any (:names::text[]))
        and (:owner <> '' or head.session is null))
)
select
    exists (
        select from lanes l
        cross join lateral (
            select from {schema}.activity a
            where a.lane = l.lane and a.due_at <= statement_timestamp()
                and a.due_at >= timestamptz 'epoch' + :from * interval '1 microsecond'
                and (a.session is null or case (
                        select case when s.owner = :owner then 'ours' else 'theirs' end from {schema}.session s
                        where s.session = a.session and s.held_until > statement_timestamp())
                    when 'ours' then true
                    when 'theirs' then false
                    else :new_sessions > 0
                end)
            order by a.due_at, a.id
            limit 1
        ) due
    ) or (select true from {schema}.turn t where t.carried_until <= statement_timestamp() limit 1) is true as more,
    ceil(extract(epoch from least(
        (
            select min(later.due_at) from lanes l
            cross join lateral (
                select a.due_at from {schema}.activity a
                where a.lane = l.lane and a.due_at > statement_timestamp()
                order by a.due_at
                limit 1
            ) later
        ),
        (
            select t.carried_until from {schema}.turn t
            where t.carried_until > statement_timestamp()
            order by t.carried_until
            limit 1
        ),
        (
            -- What waits for a session that somebody else holds can be had when that ends.
            select min(s.held_until) from {schema}.session s
            where :owner <> '' and :new_sessions > 0 and s.owner <> :owner and s.held_until > statement_timestamp()
                and (select true from {schema}.activity a where a.session = s.session limit 1)
        )
    ) - clock_timestamp()) * 1000)::bigint as due_in_ms
