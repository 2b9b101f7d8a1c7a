with acks as materialized (
    select a.n, case
        when t.token is null or t.token <> a.token or t.due_at <= now() then 1
        when a.first_event_id > 0 and a.first_event_id <= case
                when a.execution_id = t.execution_id then t.last_event_id
                when a.execution_id > t.execution_id then 0
                else coalesce((
                    select max(h.last_event_id) from {schema}.history h
                    where h.instance = a.instance and h.execution_id = a.execution_id), 0)
            end then 2
        else 0
    end as outcome
    from unnest(:instances::text[], :tokens::bigint[], :executions::bigint[], :first_events::bigint[])
        with ordinality as a(instance, token, execution_id, first_event_id, n)
    left join lateral (
        select t.token, t.due_at, t.execution_id, t.last_event_id
        from {schema}.turn t where t.instance = a.instance
        offset 0
    ) t on true
)
select n, outcome, (
    select set_config(
        'dormouse.valid', coalesce((select array_agg(outcome = 0 order by n)::text from acks), '{}'), true)
) as valid
from acks
order by n
