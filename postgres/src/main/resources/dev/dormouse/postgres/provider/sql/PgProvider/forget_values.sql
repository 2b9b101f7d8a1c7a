delete from {schema}.instance_value v
where v.value is null and not v.changed and v.instance = any (array(
    select a.instance from unnest(:instances::text[]) with ordinality as a(instance, n)
    where (select {schema}.valid_items())[a.n]))
