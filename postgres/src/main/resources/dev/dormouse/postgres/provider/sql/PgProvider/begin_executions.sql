insert into {schema}.execution (instance, execution_id, engine)
select a.instance, a.execution_id, a.engine_text::int
from unnest(:instances::text[], :executions::bigint[], :engines::text[])
    with ordinality as a(instance, execution_id, engine_text, n)
where (select {schema}.valid_items())[a.n]
    and not exists (
        select from {schema}.execution e where e.instance = a.instance and e.execution_id = a.execution_id offset 0)
