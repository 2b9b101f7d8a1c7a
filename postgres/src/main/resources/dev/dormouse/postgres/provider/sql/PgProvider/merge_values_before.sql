-- A new execution begins: what the last one changed is the state from which this one goes on.
update {schema}.instance_value v set value = v.new_value, changed = false, new_value = null
where v.changed and v.instance = any (array(
    select a.instance
    from unnest(:instances::text[], :executions::bigint[]) with ordinality as a(instance, execution_id, n)
    cross join lateral (
        select from {schema}.turn t where t.instance = a.instance and t.execution_id < a.execution_id offset 0
    ) t
    where (select {schema}.valid_items())[a.n]))
