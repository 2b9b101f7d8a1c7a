select i.instance
from {schema}.instance i
join {schema}.turn t on t.instance = i.instance
left join {schema}.execution e on e.instance = i.instance and e.execution_id = t.execution_id
where i.parent is null and i.status in ('COMPLETED', 'FAILED')
    and (:any_instance or i.instance = any (:instances::text[]))
    and (:finished_for::bigint is null or e.finished_at <= now() - :finished_for * interval '1 millisecond')
order by i.id
limit :limit
