delete from {schema}.instance_value v
where v.value is null and not v.changed and v.instance = any (array(
    select a.instance from unnest(:instances::text[]) with ordinality as a(instance, n)
    where a.n = any ({schema}.valid_items())))
