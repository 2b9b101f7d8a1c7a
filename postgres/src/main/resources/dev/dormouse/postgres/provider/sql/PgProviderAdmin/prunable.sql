-- Only those that have more than one execution; of those that still run, too.
select i.instance
from {schema}.instance i
join {schema}.turn t on t.instance = i.instance and t.execution_id > 1
left join {schema}.execution e on e.instance = i.instance and e.execution_id = t.execution_id
where (:any_instance or i.instance = any (:instances::text[]))
    and (:finished_for::bigint is null or e.finished_at <= now() - :finished_for * interval '1 millisecond')
order by i.id
limit :limit
