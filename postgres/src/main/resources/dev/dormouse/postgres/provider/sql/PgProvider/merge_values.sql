-- The execution has ended: its changes are for good.
update {schema}.instance_value v set value = v.new_value, changed = false, new_value = null
where v.changed and v.instance = any (array(
    select a.instance from unnest(:instances::text[], :statuses::text[]) with ordinality as a(instance, status, n)
    where (select {schema}.valid_items())[a.n] and a.status <> 'RUNNING'))
