select
    i.instance, i.name, i.version, t.execution_id, i.status, e.output, i.parent, i.created_at, t.updated_at, i.id
from (
    select * from {schema}.instance
    where (:instance::text is null or instance = :instance)
        and (:status::text is null or status = :status)
        and (:name::text is null or name = :name)
        and id < :before
    order by id desc
    limit :limit
) i
join {schema}.turn t on t.instance = i.instance
left join {schema}.execution e on e.instance = i.instance and e.execution_id = t.execution_id
order by i.id desc
