select i.instance, i.name, i.version, t.execution_id, i.status, e.output, i.custom_status, i.custom_status_version
from {schema}.instance i
join {schema}.turn t on t.instance = i.instance
left join {schema}.execution e on e.instance = i.instance and e.execution_id = t.execution_id
where i.instance = :instance
