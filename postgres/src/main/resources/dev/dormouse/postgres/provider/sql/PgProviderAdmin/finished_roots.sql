select i.instance
from {schema}.instance i
join {schema}.turn t on t.instance = i.instance
left join {schema}.execution e on e.instance = i.instance and e.execution_id = t.execution_id
where i.parent is null and i.status in ('COMPLETED', 'FAILED')
    and (:any_instance or i.instance = any (:instances::text[]))
    and (:finished_for::bigint is null or e.finished_at <= now() - :finished_for * interval '1 millisecond')
    -- Before the limit counts: those of which something still runs must not take the place of others.
    and not exists (
        with recursive tree (instance) as (
            select i.instance
            union all
            select c.instance from tree p join {schema}.instance c on c.parent = p.instance
        )
        select from tree join {schema}.turn u on u.instance = tree.instance where not u.finished
    )
order by i.id
limit :limit
