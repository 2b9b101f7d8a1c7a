update {schema}.instance i
set name = coalesce(a.name, i.name),
    version = coalesce(a.version, i.version),
    asked_version = case when a.version is null then i.asked_version end,
    parent = coalesce(a.parent, i.parent),
    status = coalesce(a.status, case when a.execution_id > t.execution_id then 'RUNNING' end, i.status),
    custom_status = case when a.custom_status_set = 1 then a.custom_status else i.custom_status end,
    custom_status_version = i.custom_status_version + a.custom_status_set
from unnest(
    :instances::text[], :executions::bigint[], :names::text[], :versions::text[], :parents::text[], :statuses::text[],
    :custom_statuses_set::int[], :custom_statuses::text[]
) with ordinality as a(
    instance, execution_id, name, version, parent, status, custom_status_set, custom_status, n)
cross join lateral (
    select t.execution_id from {schema}.turn t where t.instance = a.instance offset 0
) t
where i.instance = any (array[a.instance]) and (select {schema}.valid_items())[a.n]
    and (coalesce(a.name, a.version, a.parent, a.status) is not null
        or a.custom_status_set = 1 or a.execution_id > t.execution_id)
