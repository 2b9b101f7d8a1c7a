-- By parent, the oldest ones first, level by level.
with recursive tree (instance, root, level, id) as (
    select i.instance, i.instance, 0, i.id from {schema}.instance i where i.instance = any (:roots::text[])
    union all
    select i.instance, t.root, t.level + 1, i.id from tree t join {schema}.instance i on i.parent = t.instance
)
select t.instance, t.root, u.finished
from tree t join {schema}.turn u on u.instance = t.instance
order by t.level, t.id
