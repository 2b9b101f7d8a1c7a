with lanes as materialized (
    select l.lane
    from (
        select named.lane from unnest(:lanes::bigint[]) as named(lane) where :named
        union all
        select known.lane from {schema}.activity_lanes() as known(lane) where not :named
    ) l
    cross join lateral (
        -- All of a lane have the same name and tag: its first row speaks for it.
        select a.due_at, a.id, a.name, a.tag, a.session from {schema}.activity a
        where a.lane = l.lane and a.due_at <= statement_timestamp()
            and a.due_at >= timestamptz 'epoch' + :from * interval '1 microsecond'
        order by a.due_at, a.id
        limit 1
    ) head
    where :named or (
        case when head.tag is null then :untagged else :any_tag or head.tag = any (:tags::text[]) end
        and (:any_name or head.name = any (:names::text[]))
        and (:owner <> '' or head.session is null))
    order by head.due_at, head.id
),
candidates as materialized (
    select c.tid, c.id, c.due_at, c.session
    from lanes
    cross join lateral (
        select a.ctid as tid, a.id, a.due_at, a.session from {schema}.activity a
        where a.lane = lanes.lane and a.due_at <= statement_timestamp()
            and a.due_at >= timestamptz 'epoch' + :from * interval '1 microsecond'
            and (a.session is null or case (
                    select case when s.owner = :owner then 'ours' else 'theirs' end from {schema}.session s
                    where s.session = a.session and s.held_until > statement_timestamp())
                when 'ours' then true
                when 'theirs' then false
                else :new_sessions > 0
            end)
        order by a.due_at, a.id
        limit :max
        for no key update skip locked
    ) c
    limit :max
),
wanted as materialized (
    select c.session, min(c.id) as id,
        bool_or(s.owner is not null and s.owner = :owner and s.held_until > statement_timestamp()) as held
    from candidates c
    left join {schema}.session s on s.session = any (array[c.session])
    where c.session is not null
    group by c.session
),
sessions as (
    insert into {schema}.session as s (session, owner, held_until, used_at)
    select w.session, :owner, clock_timestamp() + :session_lock * interval '1 millisecond', clock_timestamp()
    from wanted w
    where w.held or w.session in (
        select n.session from wanted n where not n.held order by n.id limit :new_sessions)
    order by w.session
    on conflict (session) do update
    set owner = excluded.owner, held_until = excluded.held_until, used_at = excluded.used_at
    -- Somebody else may have been faster.
    where s.owner = excluded.owner or s.held_until <= clock_timestamp()
    returning s.session
),
claimed as (
    -- By row address, which cannot change any more. One that was changed just before it was locked is left to the next look.
    update {schema}.activity a
    set token = nextval('{schema}.claim_token'), attempt = a.attempt + 1,
        due_at = clock_timestamp() + :lock * interval '1 millisecond'
    from candidates c
    where a.ctid = c.tid and (c.session is null or c.session in (select session from sessions))
    returning a.*, c.due_at as was_due_at
)
select
    instance, execution_id, activity_id, token, attempt, name, tag, session, body,
    (extract(epoch from was_due_at) * 1000000)::bigint as was_due_micros
from claimed
order by was_due_at, id
