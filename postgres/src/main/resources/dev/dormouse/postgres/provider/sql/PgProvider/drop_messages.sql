-- What has ended takes no messages any more.
delete from {schema}.turn_message m
where m.instance = any (array(
    select a.instance from unnest(:instances::text[], :statuses::text[]) with ordinality as a(instance, status, n)
    where a.n = any ({schema}.valid_items()) and a.status in ('COMPLETED', 'FAILED')))
