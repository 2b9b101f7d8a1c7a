with gone as (
    delete from {schema}.activity a
    using unnest(:instances::text[], :executions::bigint[], :activities::bigint[], :tokens::bigint[])
        with ordinality as k(instance, execution_id, activity_id, token, n)
    where (select {schema}.valid_items())[k.n] and a.instance = any (array[k.instance]) and a.execution_id = k.execution_id
        and a.activity_id = k.activity_id and a.token = k.token
    returning a.session
)
update {schema}.session s set used_at = clock_timestamp()
where s.session = any (array(select session from gone where session is not null order by session))
    and s.held_until > now()
