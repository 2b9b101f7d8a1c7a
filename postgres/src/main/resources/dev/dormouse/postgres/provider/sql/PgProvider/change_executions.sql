update {schema}.execution e
set status = coalesce(a.status, e.status),
    output = case when a.status is null then coalesce(a.output, e.output) else a.output end,
    engine = coalesce(a.engine, e.engine),
    finished_at = case
        when a.status is null then e.finished_at
        when a.status = 'RUNNING' then null
        else clock_timestamp()
    end
from unnest(
    :instances::text[], :executions::bigint[], :statuses::text[], :outputs::text[], :engines::text[]
) with ordinality as b(instance, execution_id, status, output, engine_text, n)
cross join lateral (select b.status, b.output, b.engine_text::int as engine) a
where e.instance = any (array[b.instance]) and e.execution_id = b.execution_id and (select {schema}.valid_items())[b.n]
    and (a.status <> e.status or a.engine <> coalesce(e.engine, -1) or a.output is not null
        or (a.status is not null and e.output is not null))
