with renewed as (
    update {schema}.activity a set due_at = clock_timestamp() + :lock * interval '1 millisecond'
    from unnest(:instances::text[], :executions::bigint[], :activities::bigint[], :tokens::bigint[])
        with ordinality as k(instance, execution_id, activity_id, token, n)
    where a.instance = any (array[k.instance]) and a.execution_id = k.execution_id and a.activity_id = k.activity_id
        and a.token = k.token and a.due_at > clock_timestamp()
    returning k.n, a.session
),
used as (
    update {schema}.session s set used_at = clock_timestamp()
    where s.session = any (array(select session from renewed where session is not null order by session))
        and s.held_until > now()
)
select n from renewed
