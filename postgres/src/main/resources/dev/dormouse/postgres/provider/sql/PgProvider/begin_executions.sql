insert into {schema}.execution (instance, execution_id)
select a.instance, a.execution_id
from unnest(:instances::text[], :executions::bigint[]) with ordinality as a(instance, execution_id, n)
where (select {schema}.valid_items())[a.n]
    and not exists (
        select from {schema}.execution e where e.instance = a.instance and e.execution_id = a.execution_id offset 0)
