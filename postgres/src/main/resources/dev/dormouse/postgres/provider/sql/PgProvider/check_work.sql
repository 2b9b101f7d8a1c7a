with acks as materialized (
    select k.n, exists (
        select from {schema}.activity a
        where a.instance = k.instance and a.execution_id = k.execution_id and a.activity_id = k.activity_id
            and a.token = k.token and a.due_at > now()
        offset 0
    ) as held
    from unnest(:instances::text[], :executions::bigint[], :activities::bigint[], :tokens::bigint[])
        with ordinality as k(instance, execution_id, activity_id, token, n)
)
select n, held, (
    select set_config('dormouse.valid', coalesce((select array_agg(held order by n)::text from acks), '{}'), true)
) as valid
from acks
order by n
