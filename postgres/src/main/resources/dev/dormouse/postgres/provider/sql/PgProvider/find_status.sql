select i.instance, i.name, i.version, t.execution_id, i.status, e.output, i.custom_status, i.custom_status_version
from unnest(:instances::text[]) as asked(instance)
cross join lateral (select * from {schema}.instance i where i.instance = asked.instance offset 0) i
cross join lateral (select t.execution_id from {schema}.turn t where t.instance = asked.instance offset 0) t
left join lateral (
    select e.output from {schema}.execution e
    where e.instance = asked.instance and e.execution_id = t.execution_id
    offset 0
) e on true
