select instance, lane is not null as started, finished from {schema}.turn
where instance = any (:instances::text[])
order by instance
for update
