select instance, parent from {schema}.instance
where parent = any (:instances::text[]) and instance <> all (:instances::text[])
order by id
limit 1
