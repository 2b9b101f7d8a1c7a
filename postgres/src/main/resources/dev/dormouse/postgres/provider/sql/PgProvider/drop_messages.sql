-- What has ended takes no messages any more.
delete from {schema}.turn_message m
where m.instance = any (array(
    select a.instance from unnest(:instances::text[], :statuses::text[]) with ordinality as a(instance, status, n)
    where (select {schema}.valid_items())[a.n] and a.status in ('COMPLETED', 'FAILED')))
