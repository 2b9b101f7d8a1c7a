select
    j.payload,
    case when j.headers is not null
        then array(select unnest(array[key, value]) from jsonb_each_text(j.headers)) end as headers,
    (select d.result from {schema}.job_done d where d.id = j.id) as result
from {schema}.job j
where j.id = any (:ids::bigint[])
