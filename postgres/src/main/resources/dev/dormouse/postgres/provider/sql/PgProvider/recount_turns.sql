-- Messages came or went for turns that nobody locked; their rows are held by now, so that none can be missed.
with recounted as (
    update {schema}.turn t
    set due_at = (
        select greatest(min(m.visible_at), t.starts_at) from {schema}.turn_message m where m.instance = t.instance)
    from unnest(:instances::text[]) with ordinality as a(instance, n)
    where t.instance = any (array[a.instance]) and (select {schema}.valid_items())[a.n]
    returning t.due_at
)
select ceil(extract(epoch from min(due_at) - clock_timestamp()) * 1000)::bigint as due_in_ms from recounted
