select a.id from {schema}.activity a
where a.instance = any (:instances::text[]) and a.token = any (:tokens::bigint[])
order by a.id
for update
